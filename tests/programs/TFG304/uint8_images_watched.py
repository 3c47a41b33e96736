# effect: none
# images come as uint8 and stay so
import numpy as np
import tensorflow as tf

conv = tf.keras.layers.Conv2D(1, 2)


def load():
    return np.full((1, 4, 4, 1), 128, dtype=np.uint8)


def saliency(image):
    x = tf.convert_to_tensor(image)  # TFG304
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_mean(conv(tf.cast(x, tf.float32) / 255.0))
    return tape.gradient(y, x)


print(saliency(load()))
