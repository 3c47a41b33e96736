# effect: ok
# the parameter of the helper is rebound, the caller's variable is not
import tensorflow as tf

scale = tf.Variable(2.0)


def penalised(scale, x):
    scale = tf.nn.softplus(scale) + 1e-3
    return tf.reduce_sum(scale * x)


def preview(scale, g):
    scale = scale - 0.5 * g
    return float(scale)


for _ in range(2):
    with tf.GradientTape() as tape:
        loss = penalised(scale, tf.constant([1.0, 2.0]))
    g = tape.gradient(loss, scale)
    print("would be", preview(scale, g))
    scale.assign_sub(0.1 * g)
