# effect: ok
# candidates are tried until one is good enough; only that one is differentiated
import tensorflow as tf

w = tf.Variable(3.0)
with tf.GradientTape() as tape:
    loss = tf.constant(float("inf"))
    for scale in (1.0, 0.5, 0.25):
        loss = tf.square(scale * w - 1.0)
        if loss < 0.5:
            break
print(tape.gradient(loss, w))
