# effect: wrong
# truth: eager
# the weight of the penalty is annealed by a callback, but the traced step keeps the first one
import numpy as np
import tensorflow as tf


class Autoencoder(tf.keras.Model):
    def __init__(self, kl_weight=0.0):
        super().__init__()
        self.encoder = tf.keras.layers.Dense(2)
        self.decoder = tf.keras.layers.Dense(3)
        self.kl_weight = kl_weight

    def call(self, inputs):
        return self.decoder(self.encoder(inputs))

    def train_step(self, data):
        inputs, targets = data
        with tf.GradientTape() as tape:
            code = self.encoder(inputs)
            error = tf.reduce_mean(tf.square(self.decoder(code) - targets))
            penalty = tf.reduce_mean(tf.square(code))
            loss = error + self.kl_weight * penalty  # TFG412
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


class Annealing(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.model.kl_weight = min(1.0, 0.5 * (epoch + 1))


samples = np.linspace(0.0, 1.0, 12, dtype="float32").reshape(4, 3)
model = Autoencoder(0.0)
model.compile(optimizer=tf.keras.optimizers.SGD(0.1))
model.fit(samples, samples, epochs=3, verbose=0, callbacks=[Annealing()])
