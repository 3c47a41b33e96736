# effect: error
# raises: TypeError
# the traced function notes its attention map on the class for the caller
import tensorflow as tf


class Attention(tf.Module):
    last_map = None

    def __init__(self):
        super().__init__()
        self.query = tf.Variable([[1.0, 0.0], [0.5, 0.5]])

    @tf.function
    def __call__(self, x):
        scores = tf.nn.softmax(x @ self.query @ tf.transpose(x))
        type(self).last_map = scores  # TFG409
        return scores @ x


attend = Attention()
with tf.GradientTape() as tape:
    out = attend(tf.eye(2))
    entropy = -tf.reduce_sum(Attention.last_map * tf.math.log(Attention.last_map + 1e-6))
    loss = tf.reduce_sum(tf.square(out)) + 0.01 * entropy
print(tape.gradient(loss, attend.query))
