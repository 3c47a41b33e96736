# effect: none
# imports by full dotted name; the library's step closes its tape before it calls the loss
import numpy as np
import tensorflow as tf

import toolkit.objectives.regression
import toolkit.training.loop as loop


def make_model():
    return tf.keras.Sequential(
        [
            tf.keras.Input((3,)),
            tf.keras.layers.Dense(8, activation="tanh"),
            tf.keras.layers.Dense(1),
        ]
    )


def main():
    generator = np.random.default_rng(0)
    features = generator.normal(size=(24, 3)).astype("float32")
    labels = features.sum(axis=1, keepdims=True)
    loop.run(
        make_model(),
        tf.keras.optimizers.Adam(1e-2),
        loop.batches(features, labels, size=8),
        toolkit.objectives.regression.log_cosh,
    )


if __name__ == "__main__":
    main()
