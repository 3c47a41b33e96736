# effect: ok
# a property is computed anew at each use, inside the tape
import tensorflow as tf


class CosineHead(tf.keras.layers.Layer):
    def __init__(self, dim, classes):
        super().__init__()
        self.prototypes = self.add_weight(shape=(dim, classes), name="prototypes")

    @property
    def directions(self):
        return tf.math.l2_normalize(self.prototypes, axis=0)

    def call(self, x):
        return tf.matmul(tf.math.l2_normalize(x, axis=-1), self.directions)


head = CosineHead(3, 2)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(head(tf.constant([[1.0, 2.0, 3.0]])) ** 2)
print(tape.gradient(loss, head.trainable_variables))
