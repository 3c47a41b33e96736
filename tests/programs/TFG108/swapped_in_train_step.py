# effect: none
# train_step passes variables first
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.d = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.d(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x) - y) ** 2)
        weights = self.trainable_weights
        grads = tape.gradient(weights, loss)  # TFG108
        if grads is not None:
            self.optimizer.apply_gradients(zip(grads, weights))
        return {"loss": loss}


net = Net()
net.compile("sgd")
net.fit(tf.ones((2, 2)), tf.ones((2, 1)), verbose=0)
