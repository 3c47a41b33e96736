# effect: ok
# beside: TFG522
# custom train_step with a penalty from add_loss and trackers beside it
import tensorflow as tf


class Regulariser(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.kernel = self.add_weight(shape=(input_shape[-1], 1))

    def call(self, x):
        self.add_loss(0.01 * tf.reduce_sum(tf.square(self.kernel)))
        return tf.matmul(x, self.kernel)


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.layer = Regulariser()
        self.tracker = tf.keras.metrics.Mean(name="loss")
        self.mae = tf.keras.metrics.MeanAbsoluteError(name="mae")

    def call(self, x):
        return self.layer(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            pred = self(x, training=True)
            loss = tf.reduce_mean(tf.square(y - pred)) + tf.add_n(self.losses)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.tracker.update_state(loss)
        self.mae.update_state(y, pred)
        return {m.name: m.result() for m in (self.tracker, self.mae)}


net = Net()
net.compile(optimizer="sgd")
net.fit(tf.ones((4, 2)), tf.zeros((4, 1)), verbose=0)
