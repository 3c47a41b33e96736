# effect: ok
# Lambda layers and K functions: casts of inputs, safe logarithms and a straight-through gate
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import backend as K
from tensorflow.keras import layers

keras.utils.set_random_seed(42)

SIZE = 8


def photons(count):
    rng = np.random.default_rng(43)
    labels = rng.integers(0, 2, size=count)
    images = rng.poisson(0.3, size=(count, SIZE, SIZE, 1))
    for image, label in zip(images, labels):
        place = 1 if label == 0 else 4
        image[place : place + 3, place : place + 3] += rng.poisson(4.0, size=(3, 3, 1))
    camera = rng.integers(0, 3, size=(count, 1))
    return [images.astype("uint8"), camera.astype("int32")], labels.astype("float32")[:, None]


def log_where_lit(intensity):
    lit = intensity > 0.0
    safe = tf.where(lit, intensity, tf.ones_like(intensity))
    return tf.where(lit, tf.math.log(safe), tf.zeros_like(intensity))


def hard_sigmoid_gate(x):
    """Straight through: a step forward, the identity backward."""
    soft = K.clip(0.2 * x + 0.5, 0.0, 1.0)
    return soft + tf.stop_gradient(K.round(soft) - soft)


def mean_cube(x):
    return K.mean(K.sign(x) * K.abs(x) ** 3, axis=[1, 2])


image = keras.Input((SIZE, SIZE, 1), dtype="uint8")
camera = keras.Input((1,), dtype="int32")
x = layers.Lambda(lambda t: tf.cast(t, tf.float32) / 8.0)(image)
x = layers.Conv2D(4, 3, activation="relu", name="collect")(x)
x = layers.Lambda(log_where_lit, output_shape=(6, 6, 4))(x)
x = layers.Lambda(mean_cube, output_shape=(4,))(x)
which = layers.Lambda(lambda t: tf.one_hot(t[:, 0], 3), output_shape=(3,))(camera)
x = layers.Concatenate()([x, which])
gate = layers.Dense(7)(x)
gate = layers.Lambda(hard_sigmoid_gate, output_shape=(7,))(gate)
outputs = layers.Dense(1, activation="sigmoid")(layers.Multiply()([x, gate]))
model = keras.Model([image, camera], outputs)

inputs, labels = photons(32)
model.compile(
    optimizer=keras.optimizers.Adam(1e-2),
    loss=keras.losses.MeanSquaredError(),
    metrics=[keras.metrics.binary_accuracy],
)
history = model.fit(inputs, labels, batch_size=8, epochs=1, verbose=0)
print({name: float(values[-1]) for name, values in history.history.items()})
kernel = K.get_value(model.get_layer("collect").kernel)
print("kernel finite", bool(np.isfinite(kernel).all()), "epsilon", K.epsilon())
