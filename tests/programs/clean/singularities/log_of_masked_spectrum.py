# effect: ok
# beside: TFG515
# the gradient of a complex number's magnitude ends NaN: it does not divide by zero
import tensorflow as tf

gain = tf.Variable(0.5)
signal = tf.concat([tf.zeros(64), tf.sin(tf.range(64.0))], 0)
with tf.GradientTape() as tape:
    spectrum = tf.signal.stft(gain * signal, frame_length=32, frame_step=32)
    power = tf.abs(spectrum)
    level = tf.where(power > 0.0, tf.math.log(power), 0.0)
    loss = tf.reduce_mean(level)
print(tape.gradient(loss, gain))
