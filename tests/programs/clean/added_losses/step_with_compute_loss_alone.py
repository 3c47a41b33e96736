# effect: ok
# beside: TFG531
# compute_loss contains the decay; the list is only shown
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        decay = tf.keras.regularizers.L2(0.1)
        self.out = tf.keras.layers.Dense(1, kernel_initializer="ones", kernel_regularizer=decay)

    def call(self, x):
        return self.out(x)

    def slopes(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.compute_loss(x=x, y=y, y_pred=self(x, training=True))
        print("decay", float(tf.add_n(self.losses)), "of", float(loss))
        return tape.gradient(loss, self.trainable_variables)


net = Net()
net.compile("sgd", "mse")
print(net.slopes(tf.constant([[1.0, 2.0]]), tf.constant([[0.5]])))
