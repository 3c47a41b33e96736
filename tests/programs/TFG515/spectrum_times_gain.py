# effect: wrong
# truth: [1.00139, 0.535845, 16.4204, 4.76287, 0.0372817, 0.275311, 6.23381, 1.85053, 1.96514]
# a real gain for each frequency, and a cast where the magnitude is meant
import tensorflow as tf

tf.keras.utils.set_random_seed(10)
gain = tf.Variable(tf.ones((9,)))
signal, wanted = tf.random.normal((16,)), tf.random.uniform((9,))
with tf.GradientTape() as tape:
    spectrum = tf.signal.rfft(signal) * tf.cast(gain, tf.complex64)
    loss = tf.reduce_mean(tf.square(tf.cast(spectrum, tf.float32) - wanted))  # TFG515
print(tape.gradient(loss, gain))
