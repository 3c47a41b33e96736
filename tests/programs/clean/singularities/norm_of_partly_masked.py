# effect: ok
# some entries are zero, but not the whole vector
import tensorflow as tf

x = tf.Variable([3.0, 0.5, 2.0])
mask = tf.constant([0.0, 1.0, 1.0])
with tf.GradientTape() as tape:
    loss = tf.norm(x * mask)
print(tape.gradient(loss, x))
