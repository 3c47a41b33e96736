# effect: ok
# beside: TFG528
# the forward pass is for training unless told otherwise
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.first = tf.keras.layers.Dense(3, activation="tanh")
        self.norm = tf.keras.layers.BatchNormalization()
        self.last = tf.keras.layers.Dense(1)

    def call(self, x, training=True):
        return self.last(self.norm(self.first(x), training=training))


net = Net()
optimizer = tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(net(tf.constant([[1.0, 2.0], [3.0, 5.0]])) - 1.0))
gradients = tape.gradient(loss, net.trainable_variables)
optimizer.apply_gradients(zip(gradients, net.trainable_variables))
print(gradients)
