# effect: ok
# beside: TFG707
# the step of a spiking neuron has no slope: another one takes its place on purpose
import tensorflow as tf


@tf.custom_gradient
def spike(x):
    def surrogate(upstream):
        return upstream / tf.square(1.0 + 10.0 * tf.abs(x))

    return tf.cast(x > 0.0, tf.float32), surrogate


x = tf.Variable([0.4, -0.1])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(spike(x) * [2.0, 3.0])
print(tape.gradient(loss, x))
