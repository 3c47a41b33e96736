# effect: ok
# beside: TFG807
# a layer without weights may be made where it is called
import tensorflow as tf


class Network(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)

    def call(self, x):
        return tf.keras.layers.ReLU()(self.dense(x)) + self.dense(x)


network = Network()
network.compile("sgd", "mse")
network.fit(tf.constant([[0.1, 0.2], [0.3, 0.4]]), tf.ones((2, 2)), verbose=0)
