# effect: none
# the codes are computed by encode_all before the fine-tuning tape
import tensorflow as tf


class Encoder(tf.keras.Model):
    def __init__(self, units):
        super().__init__()
        self.dense = tf.keras.layers.Dense(units, activation="tanh")

    def call(self, x):
        return self.dense(x)


class Decoder(tf.keras.Model):
    def __init__(self, units):
        super().__init__()
        self.dense = tf.keras.layers.Dense(units)

    def call(self, z):
        return self.dense(z)


class AutoencoderTrainer:
    def __init__(self, n_features, n_codes):
        self.encoder = Encoder(n_codes)
        self.decoder = Decoder(n_features)
        self.optimizer = tf.keras.optimizers.SGD(0.1)
        self.codes = None

    def encode_all(self, data):
        self.codes = self.encoder(data)  # TFG101

    def reconstruction_error(self, data):
        rebuilt = self.decoder(self.codes)
        return tf.reduce_mean(tf.square(rebuilt - data))

    def fine_tune(self, data, epochs):
        history = []
        for _ in range(epochs):
            self.encode_all(data)
            with tf.GradientTape() as tape:
                loss = self.reconstruction_error(data)
            params = self.encoder.trainable_variables + self.decoder.trainable_variables
            grads = tape.gradient(loss, params)
            usable = [(g, p) for g, p in zip(grads, params) if g is not None]
            self.optimizer.apply_gradients(usable)
            history.append(float(loss))
        return history


tf.random.set_seed(4)
trainer = AutoencoderTrainer(n_features=3, n_codes=2)
print(trainer.fine_tune(tf.ones((4, 3)), epochs=1))
