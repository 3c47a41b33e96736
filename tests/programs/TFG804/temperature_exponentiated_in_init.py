# effect: none
# the positive scale is derived once, when the head is constructed
import tensorflow as tf


class CosineHead(tf.keras.layers.Layer):
    def __init__(self, classes):
        super().__init__()
        self.log_scale = self.add_weight(shape=(), initializer="ones", name="log_scale")
        self.prototypes = self.add_weight(shape=(2, classes), initializer="ones", name="protos")
        self.scale = tf.exp(self.log_scale)  # TFG804

    def call(self, x):
        x = tf.math.l2_normalize(x, axis=-1)
        return self.scale * (x @ tf.math.l2_normalize(self.prototypes, axis=0))


head = CosineHead(3)
with tf.GradientTape() as tape:
    logits = head(tf.constant([[1.0, 2.0]]))
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits([1], logits))
print(tape.gradient(loss, head.trainable_variables))
