# effect: ok
# beside: TFG515
# a loss of magnitudes at two lengths of the window
import tensorflow as tf

signal = tf.Variable(tf.sin(tf.linspace(0.0, 30.0, 64)))
goal = tf.cos(tf.linspace(0.0, 30.0, 64))


def magnitudes(samples, length):
    return tf.abs(tf.signal.stft(samples, length, length // 2))


with tf.GradientTape() as tape:
    losses = [
        tf.reduce_mean(tf.abs(tf.math.log(magnitudes(signal, n) + 1e-3) - magnitudes(goal, n)))
        for n in (8, 16)
    ]
    loss = tf.add_n(losses)
print(tape.gradient(loss, signal))
