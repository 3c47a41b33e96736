# effect: none
# a configuration chooses the module: the fast histogram counts whole bins
import numpy as np
import tensorflow as tf

from histograms import counts


def photograph(seed, brightness):
    generator = np.random.default_rng(seed)
    pixels = generator.beta(2.0, 5.0, size=64) * brightness
    return tf.constant(np.clip(pixels, 0.0, 1.0), dtype=tf.float32)


def main():
    reference = counts(photograph(0, 1.0), bins=8)
    pixels = photograph(1, 0.6)
    exposure = tf.Variable(0.0)
    for step in range(3):
        with tf.GradientTape() as tape:
            shown = tf.clip_by_value(pixels * tf.exp(exposure), 0.0, 1.0)
            loss = tf.reduce_sum(tf.square(counts(shown, bins=8) - reference))
        gradient = tape.gradient(loss, exposure)
        print(step, float(loss), gradient)
        if gradient is not None:
            exposure.assign_sub(0.01 * gradient)


if __name__ == "__main__":
    main()
