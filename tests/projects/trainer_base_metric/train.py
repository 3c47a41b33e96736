# effect: none
# the loop lives in a base class; a subclass in another module takes a metric for the loss
import numpy as np
import tensorflow as tf

from engine.regression import RegressionTrainer


def make_network():
    return tf.keras.Sequential(
        [
            tf.keras.Input((2,)),
            tf.keras.layers.Dense(4, activation="relu"),
            tf.keras.layers.Dense(1),
        ]
    )


def main():
    generator = np.random.default_rng(2)
    x = generator.normal(size=(16, 2)).astype("float32")
    y = (x[:, :1] * x[:, 1:]).astype("float32")
    trainer = RegressionTrainer(make_network(), learning_rate=0.01)
    trainer.fit(tf.data.Dataset.from_tensor_slices((x, y)).batch(8), epochs=2)


if __name__ == "__main__":
    main()
