# effect: nan
# the contrast of a grey canvas: the deviation of equal values
import tensorflow as tf


def contrast(x):
    return tf.math.reduce_std(x)  # TFG602


class Canvas:
    def __init__(self, n):
        self.pixels = tf.Variable(tf.ones((n,)) * 0.5)

    def loss(self):
        return (contrast(self.pixels) - 0.2) ** 2


canvas = Canvas(4)
with tf.GradientTape() as tape:
    loss = canvas.loss()
print(tape.gradient(loss, canvas.pixels))
