# effect: ok
# Each closure calls the function of its own branch, which has as many gradients as arguments.
import tensorflow as tf


def make_loss(objective, constraint, constrained):
    if constrained:

        @tf.custom_gradient
        def loss_function(first, second):
            def gradient(upstream):
                return upstream, 0.5 * upstream

            return first + second, gradient

        def loss():
            return loss_function(objective(), constraint())

    else:

        @tf.custom_gradient
        def loss_function(first):
            return first, lambda upstream: upstream

        def loss():
            return loss_function(objective())

    return loss


x = tf.Variable(2.0)
for constrained in (len(x.shape) == 0, False):
    loss = make_loss(lambda: x**2, lambda: 3.0 * x, constrained)
    with tf.GradientTape() as tape:
        value = loss()
    print(tape.gradient(value, x))
