# effect: ok
# The gradient function is decorated, too: it returns one gradient and the function for the second order.
import tensorflow as tf


def smooth(x, taps):
    @tf.custom_gradient
    def forward(x):
        y = x * taps

        @tf.custom_gradient
        def backward(dy):
            dx = dy * taps
            return dx, lambda ddx: ddx * taps

        return y, backward

    return forward(x)


def mirrored(x):
    @tf.custom_gradient
    def flip(x):
        @tf.custom_gradient
        def flip_back(dy):
            return tf.reverse(dy, [0]), flip

        return tf.reverse(x, [0]), flip_back

    return flip(x)


x = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape() as outer:
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(smooth(x, tf.constant([0.5, 1.0, 2.0])) ** 2 + mirrored(x) ** 2)
    gradient = tape.gradient(loss, x)
    penalty = tf.reduce_sum(gradient**2)
print(gradient)
print(outer.gradient(penalty, x))
