# effect: none
# a module computes a positive rate from its variable once, when it is imported
import tensorflow as tf

from survival import parameters
from survival.likelihood import log_likelihood

DURATIONS = tf.constant([0.5, 1.2, 3.0, 2.2, 0.9])
OBSERVED = tf.constant([1.0, 1.0, 0.0, 1.0, 0.0])


def main():
    optimizer = tf.keras.optimizers.Adam(0.05)
    for step in range(2):
        with tf.GradientTape() as tape:
            loss = -tf.reduce_mean(log_likelihood(DURATIONS, OBSERVED))
        gradients = tape.gradient(loss, parameters.trained)
        optimizer.apply_gradients(zip(gradients, parameters.trained))
        print(step, float(loss), parameters.describe())


if __name__ == "__main__":
    main()
