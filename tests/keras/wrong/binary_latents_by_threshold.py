# effect: none
# an autoencoder with sampled bits: drawing them with < gives the encoder no gradient
import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(61)

PIXELS = 16
BITS = 4


class BernoulliSample(layers.Layer):
    """Draws bits with the given probabilities while training, and rounds them afterwards."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seed_generator = keras.random.SeedGenerator(1)

    def call(self, probabilities, training=False):
        if not training:
            return keras.ops.round(probabilities)
        noise = keras.random.uniform(keras.ops.shape(probabilities), seed=self.seed_generator)
        return keras.ops.cast(noise < probabilities, "float32")  # TFG306


class BitAutoencoder(keras.Model):
    def __init__(self, bits, pixels):
        super().__init__()
        self.encoder = keras.Sequential(
            [layers.Dense(12, activation="relu"), layers.Dense(bits, activation="sigmoid")]
        )
        self.sample = BernoulliSample()
        self.decoder = keras.Sequential(
            [layers.Dense(12, activation="relu"), layers.Dense(pixels, activation="sigmoid")]
        )

    def call(self, images, training=False):
        code = self.sample(self.encoder(images), training=training)
        return self.decoder(code)

    def train_step(self, data):
        images = data
        with tf.GradientTape() as tape:
            reconstruction = self(images, training=True)
            loss = self.compute_loss(x=images, y=images, y_pred=reconstruction)
        trainable = self.trainable_variables
        self.optimizer.apply(tape.gradient(loss, trainable), trainable)
        return {"loss": loss}


def make_patterns(count):
    rng = np.random.default_rng(3)
    templates = (rng.uniform(size=(5, PIXELS)) > 0.5).astype("float32")
    patterns = templates[rng.integers(0, 5, size=count)]
    flips = rng.uniform(size=patterns.shape) < 0.05
    return np.where(flips, 1.0 - patterns, patterns).astype("float32")


images = make_patterns(64)
model = BitAutoencoder(BITS, PIXELS)
model.compile(optimizer=keras.optimizers.Adam(1e-2), loss=keras.losses.BinaryCrossentropy())
history = model.fit(images, batch_size=16, epochs=1, verbose=0)
codes = np.round(model.encoder.predict(images, verbose=0)).astype(int)
print("loss", history.history["loss"])
print("different codes", len({tuple(code) for code in codes}))
