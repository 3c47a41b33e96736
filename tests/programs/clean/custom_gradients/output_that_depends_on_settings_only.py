# effect: ok
# beside: TFG706
# of two outputs one depends on the settings only, for which the gradient function answers zero
import tensorflow as tf


@tf.custom_gradient
def decode(boxes, width, height):
    scale = tf.stack([height, width])

    def grad(unused_scale, upstream):
        return upstream / scale, 0.0, 0.0

    return (scale, boxes / scale), grad


boxes = tf.Variable([[1.0, 2.0]])
with tf.GradientTape() as tape:
    scale, scaled = decode(boxes, tf.constant(4.0), tf.constant(2.0))
    loss = tf.reduce_sum(scaled**2)
print(tape.gradient(loss, boxes))
