# effect: wrong
# truth: [-8.0, 16.0, 16.0, 24.0]
# the difference of two spectra, without their phases
import tensorflow as tf

wave = tf.Variable([1.0, 2.0, 3.0, 4.0])
target = tf.constant([2.0, 0.0, 1.0, 1.0])


def spectral_distance(a, b):
    one = tf.signal.fft(tf.cast(a, tf.complex64))
    other = tf.signal.fft(tf.cast(b, tf.complex64))
    mine, theirs = tf.cast(one, tf.float32), tf.cast(other, tf.float32)  # TFG515
    return tf.reduce_sum(tf.square(mine - theirs))


with tf.GradientTape() as tape:
    loss = spectral_distance(wave, target)
print(tape.gradient(loss, wave))
