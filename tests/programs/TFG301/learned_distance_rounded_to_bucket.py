# effect: none
# the bucket of a learned distance is rounded for the bias table
import tensorflow as tf


class RelativeBias(tf.keras.layers.Layer):
    def __init__(self, buckets):
        super().__init__()
        self.table = tf.Variable(tf.linspace(0.0, 1.0, buckets))
        self.slope = tf.Variable(0.7)

    def bucket(self, d):
        scaled = tf.math.log1p(d) * self.slope
        return tf.cast(tf.math.ceil(scaled), tf.int32)  # TFG301

    def call(self, n):
        d = tf.abs(tf.range(n)[:, None] - tf.range(n)[None])
        return tf.gather(self.table, self.bucket(tf.cast(d, tf.float32)))


bias = RelativeBias(4)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(bias.call(3) ** 2)
print(tape.gradient(loss, [bias.slope, bias.table]))
