# effect: ok
# beside: TFG414, TFG415
# the variables of a tf.Module stay variables in the trace
import tensorflow as tf


class Linear(tf.Module):
    def __init__(self):
        super().__init__()
        self.kernel = tf.Variable([[1.0], [2.0]])


linear = Linear()


@tf.function
def gradients(weights, features):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.matmul(features, weights[0]))
    return tape.gradient(loss, weights)


print(gradients(list(linear.trainable_variables), tf.ones((2, 2))))
