# effect: ok
# beside: TFG706
# the settings are bound by a closure, and the tensor goes by position
import functools

import tensorflow as tf


def make(limit):
    @tf.custom_gradient
    def clip(x):
        return tf.identity(x), lambda dy: tf.clip_by_norm(dy, limit)

    return clip


clip = functools.partial(make(0.5))
x = tf.Variable([1.0, 2.0])


@tf.function
def step(scale):
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(clip(x) * scale)
    return tape.gradient(y, x)


print(step(scale=tf.constant(3.0)))
