# effect: error
# raises: RuntimeError
# a class ported from TensorFlow 1 calls tf.gradients from an ordinary method
import tensorflow as tf
import tensorflow.compat.v1 as tf1


class Actor:
    def __init__(self):
        self.mu = tf.Variable([0.1, 0.2])

    def q(self, a):
        return -tf.reduce_sum((a - self.mu) ** 2)

    def action_gradient(self, action):
        q_value = self.q(action)
        return tf1.gradients(q_value, [action])[0]  # TFG109


print(Actor().action_gradient(tf.constant([0.0, 1.0])))
