# effect: ok
# the gradient function for graphs captures a tensor of the trace that it belongs to
import tensorflow as tf

weight = tf.Variable(2.0)


@tf.custom_gradient
def angle(ratio):
    slope = tf.atan(ratio)

    def gradient(upstream):
        return upstream * slope

    def gradient_in_graph(upstream, variables):
        return upstream * slope, tf.gradients(slope, variables, grad_ys=upstream)

    if tf.compat.v1.executing_eagerly_outside_functions():
        return slope, gradient
    return slope, gradient_in_graph


@tf.function
def step(ratio):
    with tf.GradientTape() as tape:
        loss = angle(ratio * weight)
    return tape.gradient(loss, weight)


print(step(tf.constant(0.5)))
