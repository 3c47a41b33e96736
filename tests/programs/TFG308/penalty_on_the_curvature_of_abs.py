# effect: zero
# a smoothness penalty on tf.abs: its second derivative is zero wherever it exists
import tensorflow as tf

grid = tf.linspace(-1.0, 1.0, 6)


def smoothness(function, x):
    with tf.GradientTape(watch_accessed_variables=False) as t2:
        t2.watch(x)
        with tf.GradientTape(watch_accessed_variables=False) as t1:
            t1.watch(x)
            y = function(x)
        dy = t1.gradient(y, x)
    return tf.reduce_mean(t2.gradient(dy, x) ** 2)  # TFG308


print(smoothness(lambda v: 2.0 * tf.abs(v - 0.3) + v, grid))
