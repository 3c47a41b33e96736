# effect: ok
# beside: TFG115
# a tuple of two pairs is not a pair of two lists
import tensorflow as tf

scale, shift = tf.Variable(2.0), tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    loss = tf.square(3.0 * scale + shift)
by_scale, by_shift = tape.gradient(loss, [scale, shift])
optimizer.apply_gradients(((by_scale, scale), (by_shift, shift)))
