# effect: error
# raises: TypeError
# a custom-gradient block calls a layer of the module
import tensorflow as tf

proj = tf.Variable([[0.5, 0.1], [0.2, 0.3]])


def linear(x):
    return x @ proj


@tf.custom_gradient
def clipped_block(x):
    y = tf.tanh(linear(x))

    def backward(upstream):  # TFG701
        local = upstream * (1.0 - y**2)
        return tf.clip_by_norm(local @ tf.transpose(proj), 1.0)

    return y, backward


x = tf.Variable([[1.0, 2.0]])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(clipped_block(x))
print(tape.gradient(loss, [x, proj]))
