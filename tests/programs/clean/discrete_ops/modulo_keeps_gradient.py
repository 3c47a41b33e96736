# effect: ok
# the remainder keeps the gradient, unlike the quotient
import tensorflow as tf

phase = tf.Variable([1.3, 7.9])
with tf.GradientTape() as tape:
    wrapped = phase % 1.0
    same = tf.math.floormod(phase, 1.0)
    wave = tf.sin(wrapped) + tf.cos(same)
    loss = tf.reduce_sum(wave)
print(tape.gradient(loss, phase))
