# effect: ok
# the size of an image, an attribute of an object that is not read, beside its pixels
import types

import tensorflow as tf

weights = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
render = eval("lambda pixels: types.SimpleNamespace(pixels=pixels, width=2.0)")


def coordinates(width):
    return (2.0 * tf.range(width) + 1.0) / width - 1.0


with tf.GradientTape() as tape:
    image = render(2.0 * weights)
    x = coordinates(image.width)
    loss = tf.reduce_sum(tf.square(image.pixels + x))
print(tape.gradient(loss, weights), types.SimpleNamespace.__name__)
