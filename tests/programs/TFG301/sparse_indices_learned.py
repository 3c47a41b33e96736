# effect: none
# sparse tensor positions from a learned layout
import tensorflow as tf


class Layout(tf.Module):
    def __init__(self):
        self.pos = tf.Variable([0.4, 2.2])

    def indices(self):
        return tf.cast(tf.round(self.pos), tf.int64)[:, None]  # TFG301

    def dense(self, n):
        return tf.scatter_nd(self.indices(), tf.ones((2,)), tf.constant([n], tf.int64))


layout = Layout()
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(layout.dense(4) * tf.constant([1.0, 2.0, 3.0, 4.0]))
print(tape.gradient(loss, layout.pos))
