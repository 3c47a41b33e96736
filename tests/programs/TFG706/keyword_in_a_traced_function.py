# effect: error
# raises: ValueError
# in a tf.function the decorator refuses any keyword
import tensorflow as tf


@tf.custom_gradient
def clip_gradient(signal, limit=1.0):
    def grad(upstream):
        return tf.clip_by_value(upstream, -limit, limit)

    return tf.identity(signal), grad


weights = tf.Variable([1.0, 2.0])


@tf.function
def step():
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(clip_gradient(weights, limit=0.5) * 3.0)  # TFG706
    return tape.gradient(loss, weights)


print(step())
