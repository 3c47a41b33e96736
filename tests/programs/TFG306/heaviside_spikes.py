# effect: none
# spiking neuron without a surrogate gradient
import tensorflow as tf


def spike(v, threshold=1.0):
    return tf.cast(v >= threshold, tf.float32)  # TFG306


def simulate(weight, inputs, leak=0.9):
    membrane, spikes = tf.constant(0.0), []
    for current in inputs:
        fired = spike(membrane)
        membrane = leak * membrane * (1.0 - fired) + weight * current
        spikes.append(spike(membrane))
    return tf.add_n(spikes)


w = tf.Variable(0.8)
with tf.GradientTape() as tape:
    count = simulate(w, [1.0, 0.5, 1.0])
    loss = tf.square(count - 1.0)
print(tape.gradient(loss, w))
