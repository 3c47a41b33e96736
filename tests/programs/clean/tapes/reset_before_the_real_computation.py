# effect: ok
# reset() drops a warm-up, what counts is recorded afterwards
import tensorflow as tf

x = tf.Variable(0.5)
with tf.GradientTape() as tape:
    warmup = tf.sin(x)
    print("warm-up", float(warmup))
    tape.reset()
    y = tf.cos(x) * x
print(tape.gradient(y, x))
