# effect: ok
# the conversion returns the very tensor that the program asks about
import tensorflow as tf

signal = tf.constant([1.0, 2.0, 3.0])
converted = tf.cast(signal, tf.float32)
with tf.GradientTape() as tape:
    tape.watch(signal)
    loss = tf.reduce_sum(converted**2)
print(tape.gradient(loss, signal))
