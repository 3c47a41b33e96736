# effect: error
# raises: ValueError
# call creates the output layer; fit traces it twice and fails
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(4, activation="relu")

    def call(self, x):
        x = self.hidden(x)
        return tf.keras.layers.Dense(1)(x)  # TFG807


net = Net()
net.compile(optimizer="sgd", loss="mse")
net.fit(tf.ones((4, 2)), tf.ones((4, 1)), verbose=0)
