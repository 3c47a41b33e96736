# effect: ok
# beside: TFG603
# the mask is under a sum of positive numbers
import tensorflow as tf

x = tf.Variable([1.0, 2.0, 3.0])
mask = tf.constant([1.0, 0.0, 1.0])
with tf.GradientTape() as tape:
    mean = tf.reduce_sum(x * mask) / tf.reduce_sum(mask)
    loss = tf.math.log(mean) + tf.sqrt(tf.reduce_sum(tf.square(x) * mask))
print(tape.gradient(loss, x))
