# effect: error
# raises: LookupError
# the usage penalty goes through tf.unique_with_counts
import tensorflow as tf


class Usage:
    def __call__(self, values):
        uniq, _, counts = tf.unique_with_counts(values)  # TFG302
        return tf.reduce_sum(uniq * tf.cast(counts, tf.float32))


codes = tf.Variable([0.5, 0.5, 1.0])
with tf.GradientTape() as tape:
    loss = Usage()(codes * 2.0)
print(tape.gradient(loss, codes))
