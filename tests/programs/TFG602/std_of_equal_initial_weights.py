# effect: nan
# the spread of freshly initialised, equal weights is zero
import tensorflow as tf


class Router(tf.keras.layers.Layer):
    def __init__(self, experts):
        super().__init__()
        self.logits = self.add_weight(shape=(experts,), initializer="zeros")

    def call(self, x):
        load = tf.nn.softmax(self.logits)
        self.add_loss(tf.math.reduce_std(self.logits))  # TFG602
        return x * tf.reduce_max(load)


router = Router(4)
with tf.GradientTape() as tape:
    out = tf.reduce_sum(router(tf.ones((2, 2))))
    loss = out + tf.add_n(router.losses)
print(tape.gradient(loss, router.trainable_variables))
