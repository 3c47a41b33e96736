# effect: none
# a JPEG round trip as augmentation
import tensorflow as tf


class JpegAttack:
    def __init__(self, quality):
        self.quality = quality

    def compress(self, image):
        as_bytes = tf.cast(image * 255.0, tf.uint8)  # TFG305
        decoded = tf.io.decode_png(tf.io.encode_png(as_bytes))
        return tf.cast(decoded, tf.float32) / 255.0


image = tf.Variable(tf.fill((4, 4, 3), 0.5))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(JpegAttack(50).compress(image))
print(tape.gradient(loss, image))
