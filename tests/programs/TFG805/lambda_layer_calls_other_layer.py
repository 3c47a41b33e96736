# effect: none
# a Dense layer is hidden in the function of a Lambda layer
import numpy as np
import tensorflow as tf


def build_model():
    projection = tf.keras.layers.Dense(4, name="projection")

    def residual(x):
        return x + projection(x)

    return tf.keras.Sequential(
        [
            tf.keras.Input((4,)),
            tf.keras.layers.Lambda(residual),  # TFG805
            tf.keras.layers.Dense(1),
        ]
    )


model = build_model()
model.compile(optimizer="adam", loss="mae")
data = np.linspace(0, 1, 40, dtype="float32").reshape(10, 4)
model.fit(data, data[:, :1], epochs=1, verbose=0)
