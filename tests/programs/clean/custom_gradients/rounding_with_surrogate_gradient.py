# effect: ok
# beside: TFG706
# rounding with a surrogate gradient of one's own
import tensorflow as tf


@tf.custom_gradient
def soft_floor(x):
    def grad(upstream):
        return upstream * tf.ones_like(x)

    return tf.floor(x), grad


@tf.custom_gradient
def spike(v):
    fired = tf.cast(v > 0.0, tf.float32)

    def surrogate(dy):
        return dy / tf.square(1.0 + tf.abs(v))

    return fired, surrogate


w = tf.Variable([0.2, 1.7])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(soft_floor(w * 3.0)) + tf.reduce_sum(spike(w - 1.0))
print(tape.gradient(loss, w))
