# effect: wrong
# truth: [3.0, -0.5, 6.0, -1.0]
# the layer's own loss is in compute_loss, and added once more with `sum`
import tensorflow as tf


class Sparse(tf.keras.layers.Layer):
    def call(self, x):
        self.add_loss(0.5 * tf.reduce_sum(tf.abs(x)))
        return x


class Coder(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.encode = tf.keras.layers.Dense(2, kernel_initializer="ones", use_bias=False)
        self.sparse = Sparse()

    def call(self, x):
        return self.sparse(self.encode(x))

    def slopes(self, x, y):
        with tf.GradientTape() as tape:
            guess = self(x, training=True)
            loss = self.compute_loss(x, y, guess)
            total = loss + sum(self.losses)  # TFG531
        return tape.gradient(total, self.trainable_variables)


coder = Coder()
coder.compile("sgd", "mse")
print(coder.slopes(tf.constant([[1.0, 2.0]]), tf.constant([[0.5, 4.0]])))
