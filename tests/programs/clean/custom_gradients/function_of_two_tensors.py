# effect: ok
# beside: TFG707
# each of two tensors gets its own slope
import tensorflow as tf


@tf.custom_gradient
def kernel(x, scale):
    value = tf.exp(-scale * x)

    def backward(upstream):
        return -upstream * scale * value, -upstream * x * value

    return value, backward


x, scale = tf.Variable([0.4, 1.6]), tf.Variable([0.5, 0.7])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(kernel(x, scale))
print(tape.gradient(loss, [x, scale]))
