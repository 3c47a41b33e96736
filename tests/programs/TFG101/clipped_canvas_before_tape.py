# effect: none
# the canvas is clipped before the tape opens, so the image is a constant for the tape
import tensorflow as tf

canvas = tf.Variable(tf.fill((1, 4, 4, 3), 0.4))
goal = tf.ones((1, 4, 4, 3))


def style_step(steps=2):
    for _ in range(steps):
        image = tf.clip_by_value(canvas, 0.0, 1.0)  # TFG101
        with tf.GradientTape() as tape:
            content = tf.reduce_mean(tf.square(image - goal))
            smooth = tf.reduce_mean(tf.image.total_variation(image))
            total = content + 1e-3 * smooth
        grad = tape.gradient(total, canvas)
    return grad


print(style_step())
