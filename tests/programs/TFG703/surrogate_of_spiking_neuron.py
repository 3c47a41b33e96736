# effect: wrong
# truth: [1.5, -2]
# surrogate gradient of a spiking neuron: the error of later layers does not arrive
import tensorflow as tf


@tf.custom_gradient
def spike(v):
    fired = tf.cast(v > 0.0, tf.float32)

    def surrogate(dy):  # TFG703
        return 1.0 / tf.square(1.0 + tf.abs(v))

    return fired, surrogate


w = tf.Variable([0.5, -0.5])
with tf.GradientTape() as tape:
    s = spike(w * 2.0)
    loss = tf.reduce_sum(tf.constant([3.0, -4.0]) * s)
print(tape.gradient(loss, w))
