# effect: ok
# beside: TFG531
# a loss object does not know the model, so its losses have to be added
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        decay = tf.keras.regularizers.L1(0.1)
        self.out = tf.keras.layers.Dense(1, kernel_initializer="ones", kernel_regularizer=decay)
        self.error = tf.keras.losses.MeanSquaredError()

    def call(self, x):
        return self.out(x)

    def slopes(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.error(y, self(x, training=True)) + sum(self.losses)
        return tape.gradient(loss, self.trainable_variables)


net = Net()
print(net.slopes(tf.constant([[1.0, 2.0]]), tf.constant([[0.5]])))
