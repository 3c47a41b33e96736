# effect: none
# the loss is looked up by getattr
import tensorflow as tf


class Losses:
    def loss_soft(self, p, y):
        return tf.reduce_mean((p - y) ** 2)

    def loss_hard(self, p, y):
        return tf.reduce_mean(tf.cast(tf.not_equal(tf.round(p), y), tf.float32))  # TFG301

    def get(self, name):
        return getattr(self, "loss_" + name)


w = tf.Variable(0.4)
fn = Losses().get("hard")
with tf.GradientTape() as tape:
    loss = fn(tf.sigmoid(w * tf.constant([1.0, -1.0])), tf.constant([1.0, 0.0]))
print(tape.gradient(loss, w))
