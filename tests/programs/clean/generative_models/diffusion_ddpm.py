# effect: ok
# DDPM: integer timesteps by random uniform, gathered schedule, EMA network by hand
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(89)
T = 10
betas = np.linspace(1e-4, 0.02, T, dtype=np.float32)
alphas_bar = tf.constant(np.cumprod(1.0 - betas))


def unet():
    x, t = tf.keras.Input((4,)), tf.keras.Input((), dtype="int32")
    e = tf.keras.layers.Embedding(T, 4)(t)
    h = tf.keras.layers.Dense(8, activation="swish")(tf.keras.layers.Concatenate()([x, e]))
    return tf.keras.Model([x, t], tf.keras.layers.Dense(4)(h))


class Diffusion(tf.keras.Model):
    def __init__(self, ema=0.99):
        super().__init__()
        self.network, self.ema_network, self.ema = unet(), unet(), ema
        self.ema_network.set_weights(self.network.get_weights())

    def train_step(self, images):
        batch = tf.shape(images)[0]
        t = tf.random.uniform((batch,), minval=0, maxval=T, dtype=tf.int32)
        a = tf.gather(alphas_bar, t)[:, None]
        with tf.GradientTape() as tape:
            noise = tf.random.normal(tf.shape(images))
            noisy = tf.sqrt(a) * images + tf.sqrt(1.0 - a) * noise
            pred = self.network([noisy, t], training=True)
            loss = tf.reduce_mean(tf.abs(noise - pred))
        gradients = tape.gradient(loss, self.network.trainable_weights)
        self.optimizer.apply_gradients(zip(gradients, self.network.trainable_weights))
        for weight, ema_weight in zip(self.network.weights, self.ema_network.weights):
            ema_weight.assign(self.ema * ema_weight + (1 - self.ema) * weight)
        return {"loss": loss}


m = Diffusion()
m.compile(optimizer=tf.keras.optimizers.Adam(1e-3))
m.fit(tf.random.normal((8, 4)), epochs=1, batch_size=4, verbose=0)
