# effect: ok
# beside: TFG531
# the step has a penalty of its own, which the model knows nothing of
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.out = tf.keras.layers.Dense(1, kernel_initializer="ones")

    def call(self, x):
        return self.out(x)

    def slopes(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.compute_loss(x=x, y=y, y_pred=self(x, training=True))
            loss += 0.1 * tf.reduce_sum(tf.square(self.out.kernel))
        return tape.gradient(loss, self.trainable_variables)


net = Net()
net.compile("sgd", "mse")
print(net.slopes(tf.constant([[1.0, 2.0]]), tf.constant([[0.5]])))
