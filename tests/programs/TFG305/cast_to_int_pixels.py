# effect: none
# the image is turned into bytes and back inside the tape
import tensorflow as tf

image = tf.Variable(tf.fill((2, 2, 3), 0.6))


def to_display(img):
    pixels = tf.cast(img * 255.0, tf.uint8)  # TFG305
    return pixels


with tf.GradientTape() as tape:
    shown = tf.cast(to_display(image), tf.float32) / 255.0
    loss = tf.reduce_mean(tf.square(shown - 1.0))
print(tape.gradient(loss, image))
