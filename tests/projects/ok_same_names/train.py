# effect: ok
# two modules have functions of the same names: the soft ones train, the hard ones report
import tensorflow as tf

import hard
import soft
from soft import dice as objective


def ring(size=7):
    axis = tf.range(size, dtype=tf.float32) - (size - 1) / 2.0
    distance = tf.square(axis[:, tf.newaxis]) + tf.square(axis[tf.newaxis, :])
    inside = tf.logical_and(distance > 2.0, distance < 9.0)
    return tf.cast(inside, tf.float32)[tf.newaxis, :, :, tf.newaxis]


def report(masks, probabilities):
    return f"dice {hard.dice(masks, probabilities):.2f}, iou {hard.iou(masks, probabilities):.2f}"


def main():
    masks = ring()
    images = masks * 0.8 + tf.random.stateless_uniform(masks.shape, seed=(3, 1), maxval=0.3)
    filters = tf.Variable(tf.random.stateless_normal((3, 3, 1, 1), seed=(3, 2)))
    bias = tf.Variable([0.0])
    for step in range(3):
        with tf.GradientTape() as tape:
            logits = tf.nn.conv2d(images, filters, strides=1, padding="SAME") + bias
            probabilities = tf.sigmoid(logits)
            loss = objective(masks, probabilities) + soft.iou(masks, probabilities)
            print(step, report(masks, probabilities))
        gradients = tape.gradient(loss, [filters, bias])
        filters.assign_sub(gradients[0])
        bias.assign_sub(gradients[1])


if __name__ == "__main__":
    main()
