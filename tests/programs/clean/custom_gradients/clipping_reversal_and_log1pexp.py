# effect: ok
# beside: TFG606
# Correct custom gradients: clipping, reversal, stable log1pexp, function with extra arguments
import tensorflow as tf


@tf.custom_gradient
def log1pexp(x):
    e = tf.exp(x)

    def grad(upstream):
        return upstream * (1 - 1 / (1 + e))

    return tf.math.log(1 + e), grad


@tf.custom_gradient
def clip_gradients(y):
    def backward(dy):
        return tf.clip_by_norm(dy, 0.5)

    return y, backward


def reversal(scale):
    @tf.custom_gradient
    def op(x):
        return tf.identity(x), lambda dy: -scale * dy

    return op


@tf.custom_gradient
def binarize(x, threshold):
    hard = tf.cast(x > threshold, tf.float32)

    def grad(dy, *unused):
        inside = tf.cast(tf.abs(x - threshold) < 1.0, tf.float32)
        return dy * inside, None

    return hard, grad


@tf.custom_gradient
def linear(x, w):
    def grad(dy, variables=None):
        return tf.matmul(dy, w, transpose_b=True), tf.matmul(x, dy, transpose_a=True)

    return tf.matmul(x, w), grad


w = tf.Variable([[0.3, -0.6], [0.8, 0.2]])
x = tf.constant([[1.0, 2.0], [0.5, -1.0]])
flip = reversal(0.3)
with tf.GradientTape() as tape:
    h = linear(x, tf.identity(w))
    loss = tf.reduce_sum(log1pexp(clip_gradients(h)))
    loss += tf.reduce_sum(binarize(h, 0.1) * x) + tf.reduce_sum(flip(h) ** 2)
print(tape.gradient(loss, w))
