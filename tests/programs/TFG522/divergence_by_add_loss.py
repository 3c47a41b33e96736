# effect: wrong
# truth: [4.555, 4.555, 9.11, 9.11, 5.461, 5.461, 0.183247, 0.183247, 0.366494, 0.366494, 0.219874, 0.219874, 6.28795, 4.80476, 6.28795, 4.80476, 2.81817, 2.15403]
# a variational layer adds its divergence, the loop drops it
import tensorflow as tf


class Sampling(tf.keras.layers.Layer):
    def __init__(self, size):
        super().__init__()
        self.mean = tf.keras.layers.Dense(size, kernel_initializer="ones")
        self.log_variance = tf.keras.layers.Dense(size, kernel_initializer="zeros")

    def call(self, inputs):
        mean, log_variance = self.mean(inputs), self.log_variance(inputs)
        kl = -0.5 * tf.reduce_mean(1.0 + log_variance - tf.square(mean) - tf.exp(log_variance))
        self.add_loss(kl)
        return mean + tf.exp(0.5 * log_variance) * 0.1


class Autoencoder(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.sampling = Sampling(2)
        self.decoder = tf.keras.layers.Dense(2, kernel_initializer="ones")

    def call(self, inputs):
        return self.decoder(self.sampling(inputs))

    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(data) - data))
        gradients = tape.gradient(loss, self.trainable_variables)  # TFG522
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


model = Autoencoder()
model.compile(optimizer=tf.keras.optimizers.SGD(0.01), run_eagerly=True)
model.fit(tf.constant([[1.0, 2.0], [0.5, 1.0]]), epochs=2, verbose=0)
