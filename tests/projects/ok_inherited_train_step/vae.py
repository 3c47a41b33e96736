import tensorflow as tf

from reporting import ReportingModel


class VariationalAutoencoder(ReportingModel):
    def __init__(self, width, code):
        super().__init__(terms=("reconstruction", "divergence"))
        self.code = code
        self.encoder = tf.keras.Sequential(
            [tf.keras.Input((width,)), tf.keras.layers.Dense(2 * code)]
        )
        self.decoder = tf.keras.Sequential([tf.keras.Input((code,)), tf.keras.layers.Dense(width)])

    def call(self, batch, training=False):
        mean, log_variance = tf.split(self.encoder(batch), 2, axis=-1)
        if training:
            mean += tf.exp(0.5 * log_variance) * tf.random.normal(tf.shape(mean), seed=3)
        return self.decoder(mean)

    def terms(self, batch, training):
        mean, log_variance = tf.split(self.encoder(batch), 2, axis=-1)
        noise = tf.random.normal(tf.shape(mean), seed=3)
        restored = self.decoder(mean + tf.exp(0.5 * log_variance) * noise)
        divergence = tf.exp(log_variance) + tf.square(mean) - 1.0 - log_variance
        return {
            "reconstruction": tf.reduce_mean(tf.square(restored - batch)),
            "divergence": 0.5 * tf.reduce_mean(tf.reduce_sum(divergence, axis=1)),
        }

    def codes(self, batch):
        return self.encoder.predict(batch, verbose=0)[:, : self.code].round(2).tolist()
