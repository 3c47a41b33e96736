# effect: ok
# one table holds losses and metrics that have no gradient; the latter are only reported
import tensorflow as tf

import config
import objectives  # noqa: F401 (fills the table)
from registry import TABLE


def report(labels, probabilities):
    return {name: float(TABLE[name](labels, probabilities)) for name in config.REPORTED}


def main():
    features = tf.random.stateless_normal((20, 3), seed=(7, 7))
    labels = tf.cast(features[:, 0] * features[:, 1] > 0.0, tf.float32)
    network = tf.keras.Sequential(
        [
            tf.keras.Input((3,)),
            tf.keras.layers.Dense(6, activation="relu"),
            tf.keras.layers.Dense(1, activation="sigmoid"),
        ]
    )
    loss_function = TABLE[config.TRAINED]
    optimizer = tf.keras.optimizers.Adam(0.01)
    for step in range(config.STEPS):
        with tf.GradientTape() as tape:
            probabilities = network(features, training=True)[:, 0]
            loss = loss_function(labels, probabilities)
            numbers = report(labels, probabilities)
        gradients = tape.gradient(loss, network.trainable_variables)
        optimizer.apply_gradients(zip(gradients, network.trainable_variables))
        print(step, float(loss), numbers)


if __name__ == "__main__":
    main()
