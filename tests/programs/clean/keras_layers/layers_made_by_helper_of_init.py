# effect: ok
# beside: TFG805, TFG807
# a helper makes the layers, and __init__ calls it
import tensorflow as tf


class Network(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden, self.head = self.make()

    def make(self):
        return tf.keras.layers.Dense(3, activation="tanh"), tf.keras.layers.Dense(1)

    def call(self, x):
        return self.head(self.hidden(x))


network = Network()
features = tf.constant([[0.1, 0.2], [0.3, 0.4]])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(network(features) - 1.0))
print(tape.gradient(loss, network.trainable_variables))
