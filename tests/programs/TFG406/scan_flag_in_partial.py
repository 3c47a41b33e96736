# effect: none
# the flag hides in a partial
import functools

import tensorflow as tf

cheap_scan = functools.partial(tf.scan, back_prop=False)
mix = tf.Variable(0.5)


@tf.function
def smooth(signal):
    return cheap_scan(lambda acc, s: mix * acc + (1.0 - mix) * s, signal)  # TFG406


with tf.GradientTape() as tape:
    roughness = tf.reduce_sum(tf.square(smooth(tf.constant([1.0, 3.0, 2.0]))))
print(tape.gradient(roughness, mix))
