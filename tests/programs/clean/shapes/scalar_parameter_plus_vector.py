# effect: ok
# beside: TFG510
# a temperature and an offset are numbers, but no reduced losses
import tensorflow as tf

offset = tf.Variable(0.1)
temperature = tf.Variable(1.5)
x = tf.constant([0.2, 0.4, 0.8])
with tf.GradientTape() as tape:
    shifted = x * temperature + offset * 2.0
    loss = tf.square(shifted)
gradients = tape.gradient(loss, [offset, temperature])
