# effect: wrong
# truth: [61.6609, 61.6609, 67.4844, 67.4844, 73.308, 73.308, 99.0, 99.0, 62.4083, 61.3495, 60.2907, 62.4083, 61.3495, 60.2907, 30.7059, 30.0, 29.2941]
# a variational autoencoder with its own train_step: the divergence was reduced, the reconstruction was not
import numpy as np
import tensorflow as tf


class Autoencoder(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.encode = tf.keras.layers.Dense(2, kernel_initializer="ones")
        self.decode = tf.keras.layers.Dense(3, kernel_initializer="ones")

    def call(self, inputs):
        return self.decode(self.encode(inputs))

    def train_step(self, data):
        with tf.GradientTape() as tape:
            mean = self.encode(data)
            output = self.decode(mean)
            reconstruction = tf.reduce_sum(tf.square(data - output), axis=1)
            kl = 0.5 * tf.reduce_sum(tf.square(mean))
            loss = reconstruction + kl  # TFG511
        gradients = tape.gradient(loss, self.trainable_weights)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_weights))
        return {"kl": kl}


samples = tf.data.Dataset.from_tensor_slices(np.linspace(0.0, 1.0, 18).reshape(6, 3).astype("float32"))
model = Autoencoder()
model.compile(optimizer="sgd")
model.fit(samples.batch(6), epochs=1, verbose=0)
