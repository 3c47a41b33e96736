# effect: ok
# Coupling flow: masks by NumPy, log-determinants accumulated in a loop
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(88)


def coupling():
    x = tf.keras.Input((2,))
    h = tf.keras.layers.Dense(8, activation="relu")(x)
    s = tf.keras.layers.Dense(2, activation="tanh")(h)
    t = tf.keras.layers.Dense(2)(h)
    return tf.keras.Model(x, [s, t])


class RealNVP(tf.keras.Model):
    def __init__(self, n):
        super().__init__()
        self.n = n
        self.masks = np.array([[0, 1], [1, 0]] * (n // 2), dtype="float32")
        self.layers_list = [coupling() for _ in range(n)]
        self.loss_tracker = tf.keras.metrics.Mean(name="loss")

    @property
    def metrics(self):
        return [self.loss_tracker]

    def call(self, x, training=True):
        log_det_inv = 0
        direction = -1 if training else 1
        for i in range(self.n)[::direction]:
            x_masked = x * self.masks[i]
            reversed_mask = 1 - self.masks[i]
            s, t = self.layers_list[i](x_masked)
            s *= reversed_mask
            t *= reversed_mask
            gate = (direction - 1) / 2
            x = (
                reversed_mask * (x * tf.exp(direction * s) + direction * t * tf.exp(gate * s))
                + x_masked
            )
            log_det_inv += gate * tf.reduce_sum(s, [1])
        return x, log_det_inv

    def log_loss(self, x):
        y, logdet = self(x)
        log_p = -0.5 * tf.reduce_sum(y**2, 1) - np.log(2 * np.pi)
        return -tf.reduce_mean(log_p + logdet)

    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = self.log_loss(data)
        g = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(g, self.trainable_variables))
        self.loss_tracker.update_state(loss)
        return {"loss": self.loss_tracker.result()}


model = RealNVP(4)
model.compile(optimizer=tf.keras.optimizers.Adam(1e-3))
model.fit(tf.random.normal((8, 2)), batch_size=4, epochs=1, verbose=0)
