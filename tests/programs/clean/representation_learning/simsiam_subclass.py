# effect: ok
# SimSiam: both views, stop_gradient inside the loss helper
import tensorflow as tf

tf.keras.utils.set_random_seed(8)


def negative_cosine(p, z):
    z = tf.stop_gradient(z)
    p = tf.math.l2_normalize(p, axis=1)
    z = tf.math.l2_normalize(z, axis=1)
    return -tf.reduce_mean(tf.reduce_sum(p * z, axis=1))


class SimSiam(tf.keras.Model):
    def __init__(self, encoder, predictor):
        super().__init__()
        self.encoder, self.predictor = encoder, predictor
        self.loss_tracker = tf.keras.metrics.Mean(name="loss")

    @property
    def metrics(self):
        return [self.loss_tracker]

    def train_step(self, data):
        one, two = data
        with tf.GradientTape() as tape:
            z1, z2 = self.encoder(one), self.encoder(two)
            p1, p2 = self.predictor(z1), self.predictor(z2)
            loss = negative_cosine(p1, z2) / 2 + negative_cosine(p2, z1) / 2
        variables = self.encoder.trainable_variables + self.predictor.trainable_variables
        gradients = tape.gradient(loss, variables)
        self.optimizer.apply_gradients(zip(gradients, variables))
        self.loss_tracker.update_state(loss)
        return {"loss": self.loss_tracker.result()}


enc = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(6)])
pred = tf.keras.Sequential([tf.keras.Input((6,)), tf.keras.layers.Dense(6)])
x = tf.random.normal((8, 4))
ds = tf.data.Dataset.zip(
    (tf.data.Dataset.from_tensor_slices(x + 0.1), tf.data.Dataset.from_tensor_slices(x * 1.1))
).batch(4)
m = SimSiam(enc, pred)
m.compile(optimizer=tf.keras.optimizers.SGD(0.05))
m.fit(ds, epochs=1, verbose=0)
