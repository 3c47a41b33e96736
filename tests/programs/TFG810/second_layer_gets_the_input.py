# effect: none
# the second layer is applied to the input again: the first one is lost
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.first = tf.keras.layers.Dense(4, activation="relu")
        self.second = tf.keras.layers.Dense(4, activation="relu")
        self.out = tf.keras.layers.Dense(1)

    def call(self, inputs):
        h = self.first(inputs)  # TFG810
        h = self.second(inputs)
        return self.out(h)


net = Net()
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(net(tf.ones((2, 3))) ** 2)
print(tape.gradient(loss, net.trainable_variables))
