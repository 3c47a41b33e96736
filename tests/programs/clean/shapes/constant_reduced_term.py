# effect: ok
# beside: TFG511
# the reduced term depends on no source: it changes no gradient
import tensorflow as tf

w = tf.Variable([0.3, 0.2])
data = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
baseline = tf.reduce_mean(data)
with tf.GradientTape() as tape:
    each = tf.linalg.matvec(data, w)
    loss = each - baseline
gradient = tape.gradient(loss, w)
