# effect: ok
# variables given as arguments are inputs; those read in grad only or not trainable do not count
import tensorflow as tf

slope = tf.Variable(0.1)
offset = tf.Variable(1.0, trainable=False)


@tf.custom_gradient
def leaky(x, w):
    y = tf.nn.relu(x) * w + offset

    def grad(dy):
        dx = dy * w * tf.where(x > 0.0, 1.0, slope)
        return dx, tf.reduce_sum(dy * tf.nn.relu(x))

    return y, grad


x, w = tf.Variable([-1.0, 2.0]), tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = tf.reduce_sum(leaky(x, w) ** 2)
print(tape.gradient(y, [x, w]))
