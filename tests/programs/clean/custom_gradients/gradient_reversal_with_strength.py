# effect: ok
# beside: TFG706
# gradient reversal with a strength; both inputs have their place
import tensorflow as tf


@tf.custom_gradient
def reverse(x, strength):
    def grad(dy):
        return -strength * dy, None

    return tf.identity(x), grad


class Reversal(tf.keras.layers.Layer):
    def __init__(self, strength=0.5):
        super().__init__()
        self.strength = strength

    def call(self, x):
        return reverse(x, self.strength)


features = tf.Variable([[1.0, 2.0]])
domain_head = tf.keras.layers.Dense(1)
layer = Reversal()
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(domain_head(layer(features)) - 1.0))
print(tape.gradient(loss, features))
