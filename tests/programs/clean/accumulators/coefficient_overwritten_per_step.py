# effect: ok
# what is overwritten in the loop is a constant of that step
import tensorflow as tf

w = tf.Variable(1.0)
with tf.GradientTape() as tape:
    x = tf.constant(0.0)
    beta = 0.0
    for t in range(5):
        beta = 0.1 * (t + 1)
        x = x + beta * tf.sin(w + x)
print(tape.gradient(x, w), beta)
