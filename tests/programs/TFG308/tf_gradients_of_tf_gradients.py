# effect: none
# TensorFlow 1 style: the network has no activation at all, so it is affine
import tensorflow as tf

weights = [tf.Variable(tf.random.stateless_normal((1, 4), (1, 1))), tf.Variable(tf.ones((4, 1)))]
biases = [tf.Variable(tf.zeros(4)), tf.Variable(tf.zeros(1))]


def net(x):
    h = tf.add(tf.matmul(x, weights[0]), biases[0])
    return tf.add(tf.matmul(h, weights[1]), biases[1])


@tf.function
def poisson(x):
    u = net(x)
    u_x = tf.gradients(u, x)[0]
    u_xx = tf.gradients(u_x, x)  # TFG308
    return u_x, u_xx[0] is None


print(poisson(tf.constant([[0.1], [0.2]])))
