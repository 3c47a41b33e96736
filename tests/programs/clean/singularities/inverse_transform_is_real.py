# effect: ok
# beside: TFG515
# a filter in the frequency domain gives a real signal again
import tensorflow as tf

signal = tf.Variable([1.0, 2.0, 0.5, -1.0])
response = tf.constant([1.0, 0.5, 0.2, 0.5])
with tf.GradientTape() as tape:
    spectrum = tf.signal.fft(tf.cast(signal, tf.complex64)) * tf.cast(response, tf.complex64)
    filtered = tf.cast(tf.signal.ifft(spectrum), tf.float32)
    loss = tf.reduce_sum(tf.square(filtered))
print(tape.gradient(loss, signal))
