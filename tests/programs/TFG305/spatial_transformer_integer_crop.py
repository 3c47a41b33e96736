# effect: none
# a learned crop: the offset becomes an index
import tensorflow as tf


class Cropper(tf.keras.layers.Layer):
    def __init__(self, size):
        super().__init__()
        self.size = size
        self.offset = tf.Variable([1.2, 0.7])

    def corner(self):
        return tf.cast(self.offset, tf.int32)  # TFG305

    def call(self, image):
        y, x = tf.unstack(self.corner())
        return image[:, y : y + self.size, x : x + self.size]


crop = Cropper(2)
img = tf.reshape(tf.range(16.0), (1, 4, 4))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(crop(img))
print(tape.gradient(loss, crop.offset))
