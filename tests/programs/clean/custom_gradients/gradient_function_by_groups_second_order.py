# effect: ok
# the groups of a sum and the index of a gather choose among numbers: nothing of the slope is lost
import tensorflow as tf


@tf.custom_gradient
def squares_by_group(values, groups):
    def slope(upstream):
        return tf.gather(2.0 * values * upstream, groups[:, 0]), None

    return tf.gather(values**2, groups[:, 0]), slope


values = tf.Variable([1.0, 2.0])
groups = tf.constant([[0], [1]])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        total = tf.reduce_sum(squares_by_group(values, groups))
    slopes = inner.gradient(total, values)
print(outer.gradient(slopes, values))
