# effect: ok
# beside: TFG515
# z + conj(z) has no imaginary part, and the magnitude of a difference of spectra is a float
import tensorflow as tf

wanted = tf.constant([1.0, 0.5, -0.5, 0.25])
signal = tf.Variable([0.5, 1.0, 0.0, 0.5])
with tf.GradientTape() as tape:
    spectrum = tf.signal.fft(tf.cast(signal, tf.complex64))
    twice = tf.cast(spectrum + tf.math.conj(spectrum), tf.float32)
    gap = spectrum - tf.signal.fft(tf.cast(wanted, tf.complex64))
    loss = tf.reduce_mean(twice) + tf.reduce_mean(tf.square(tf.abs(gap) + 1e-6))
    loss += tf.reduce_mean(tf.square(tf.math.real(gap)) + tf.square(tf.math.imag(gap)))
print(tape.gradient(loss, signal))
