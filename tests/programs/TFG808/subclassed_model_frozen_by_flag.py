# effect: none
# a subclass freezes itself by an argument of its constructor
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self, frozen):
        super().__init__()
        self.a = tf.keras.layers.Dense(3, activation="tanh")
        self.b = tf.keras.layers.Dense(1)
        if frozen:
            self.trainable = False

    def call(self, x):
        return self.b(self.a(x))


net = Net(frozen=True)
net.compile(optimizer="adam", loss="mae")
net.train_on_batch(tf.ones((2, 2)), tf.ones((2, 1)))  # TFG808
