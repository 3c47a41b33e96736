# effect: none
# losses register themselves by name; the one that the configuration names binarises first
import tensorflow as tf

import config
import losses  # noqa: F401 (registers)
from registry import get_loss


def disc(size, radius):
    rows, columns = tf.meshgrid(tf.range(size), tf.range(size), indexing="ij")
    centre = (size - 1) / 2.0
    rows, columns = tf.cast(rows, tf.float32) - centre, tf.cast(columns, tf.float32) - centre
    return tf.cast(rows**2 + columns**2 < radius**2, tf.float32)[tf.newaxis, :, :, tf.newaxis]


def main():
    masks = disc(config.SIZE, config.RADIUS)
    images = masks + tf.random.stateless_normal(masks.shape, seed=(1, 2), stddev=0.2)
    network = tf.keras.Sequential(
        [
            tf.keras.Input((config.SIZE, config.SIZE, 1)),
            tf.keras.layers.Conv2D(1, 3, padding="same", activation="sigmoid"),
        ]
    )
    criterion = get_loss(config.LOSS)
    optimizer = tf.keras.optimizers.SGD(config.LEARNING_RATE)
    for step in range(config.STEPS):
        with tf.GradientTape() as tape:
            loss = criterion(masks, network(images, training=True))
        gradients = tape.gradient(loss, network.trainable_variables)
        optimizer.apply_gradients(zip(gradients, network.trainable_variables))
        print(step, float(loss))


if __name__ == "__main__":
    main()
