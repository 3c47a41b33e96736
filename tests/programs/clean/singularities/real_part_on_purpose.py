# effect: ok
# beside: TFG515
# the real part by name, and both parts of a spectrum
import tensorflow as tf

signal = tf.Variable([1.0, 2.0, 0.5, -1.0])
with tf.GradientTape() as tape:
    spectrum = tf.signal.rfft(signal)
    cosines = tf.math.real(spectrum)
    both = tf.square(tf.cast(spectrum, tf.float32)) + tf.square(tf.math.imag(spectrum))
    loss = tf.reduce_sum(tf.square(cosines)) + tf.reduce_sum(both)
print(tape.gradient(loss, signal))
