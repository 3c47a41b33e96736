# effect: ok
# beside: TFG412
# without tf.function the stored activation is an ordinary tensor of the same tape
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.first = tf.keras.layers.Dense(3, activation="tanh")
        self.second = tf.keras.layers.Dense(1)

    def call(self, x):
        self.features = self.first(x)
        return self.second(self.features)


net = Net()
with tf.GradientTape() as tape:
    out = net(tf.constant([[1.0, 2.0]]))
    loss = tf.reduce_sum(out) + tf.reduce_sum(tf.square(net.features))
print(tape.gradient(loss, net.trainable_variables))
