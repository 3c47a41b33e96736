# effect: none
# train_step differentiates the tracker instead of the loss it tracks
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
        self.loss_tracker = tf.keras.metrics.Mean(name="loss")

    def call(self, x):
        return self.dense(x)

    @property
    def metrics(self):
        return [self.loss_tracker]

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            error = tf.reduce_mean(tf.square(y - self(x, training=True)))
            self.loss_tracker.update_state(error)
            loss = self.loss_tracker.result()  # TFG407
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {"loss": self.loss_tracker.result()}


net = Net()
net.compile(optimizer="sgd")
net.fit(tf.ones((4, 2)), tf.zeros((4, 1)), verbose=0)
