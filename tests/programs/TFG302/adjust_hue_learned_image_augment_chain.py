# effect: error
# raises: LookupError
# a chain of augmentations, one of them without a gradient
import tensorflow as tf

AUGMENTATIONS = [
    lambda im: tf.image.flip_left_right(im),
    lambda im: tf.image.adjust_brightness(im, 0.1),
    lambda im: tf.image.adjust_contrast(im, 1.5),  # TFG302
]


def augment(im):
    for fn in AUGMENTATIONS:
        im = fn(im)
    return im


image = tf.Variable(tf.fill((1, 4, 4, 3), 0.3))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(augment(image) ** 2)
print(tape.gradient(loss, image))
