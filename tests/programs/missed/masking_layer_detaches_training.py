# effect: none
# cut-out in a layer: in training it puts a detached copy of the features together
import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(139)

SIZE = 8


class FeatureCutout(layers.Layer):
    """Hides a random square of every feature map while training."""

    def __init__(self, size, **kwargs):
        super().__init__(**kwargs)
        self.size = size
        self.seeds = keras.random.SeedGenerator(4)

    def mask(self, shape):
        row = keras.random.randint((), 0, shape[1] - self.size, seed=self.seeds)
        column = keras.random.randint((), 0, shape[2] - self.size, seed=self.seeds)
        rows = tf.range(shape[1])[:, None]
        columns = tf.range(shape[2])[None, :]
        inside = (rows >= row) & (rows < row + self.size)
        inside = inside & (columns >= column) & (columns < column + self.size)
        return tf.cast(~inside, tf.float32)[None, :, :, None]

    def call(self, features, training=False):
        if not training:
            return features
        visible = tf.stop_gradient(features)  # TFG307
        return visible * self.mask(features.shape)


def make_images(count):
    rng = np.random.default_rng(34)
    labels = rng.integers(0, 2, size=count)
    images = rng.normal(scale=0.3, size=(count, SIZE, SIZE, 1))
    images[labels == 1, 2:6, 2:6] += 1.0
    return images.astype("float32"), labels.astype("float32")[:, None]


inputs = keras.Input((SIZE, SIZE, 1))
x = layers.Conv2D(4, 3, activation="relu", padding="same", name="first")(inputs)
x = FeatureCutout(3)(x)
x = layers.Conv2D(4, 3, activation="relu", name="second")(x)
x = layers.GlobalAveragePooling2D()(x)
outputs = layers.Dense(1, activation="sigmoid")(x)
model = keras.Model(inputs, outputs)
model.compile(optimizer=keras.optimizers.Adam(1e-2), loss="binary_crossentropy", metrics=["AUC"])
images, labels = make_images(32)
kernels = {name: model.get_layer(name).kernel.numpy() for name in ("first", "second")}
history = model.fit(images, labels, batch_size=16, epochs=1, verbose=0)
for name, before in kernels.items():
    moved = np.abs(model.get_layer(name).kernel.numpy() - before).max()
    print(name, "moved by", float(moved))
print({name: float(values[-1]) for name, values in history.history.items()})
