# effect: wrong
# truth: [-1.0, 1.0, 1.0, 0.5]
# a loss compares two spectra, of which the cast leaves the real parts only
import tensorflow as tf

wanted = tf.constant([1.0, 0.5, -0.5, 0.25])
signal = tf.Variable([0.5, 1.0, 0.0, 0.5])
with tf.GradientTape() as tape:
    gap = tf.signal.fft(tf.cast(wanted, tf.complex64)) - tf.signal.fft(
        tf.cast(signal, tf.complex64)
    )
    loss = tf.reduce_mean(tf.square(tf.cast(gap, tf.float32)))  # TFG515
print(tape.gradient(loss, signal))
