# effect: none
# the kernel is normalised once, in the constructor; call uses the frozen result
import tensorflow as tf


class CosineHead(tf.keras.layers.Layer):
    def __init__(self, dim, classes, scale=10.0):
        super().__init__()
        self.scale = scale
        self.prototypes = self.add_weight(shape=(dim, classes), name="prototypes")
        self.directions = tf.math.l2_normalize(self.prototypes, axis=0)  # TFG804

    def call(self, x):
        x = tf.math.l2_normalize(x, axis=-1)
        return self.scale * tf.matmul(x, self.directions)


head = CosineHead(3, 2)
x = tf.constant([[1.0, 2.0, 3.0]])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.nn.sparse_softmax_cross_entropy_with_logits([0], head(x)))
print(tape.gradient(loss, head.trainable_variables))
