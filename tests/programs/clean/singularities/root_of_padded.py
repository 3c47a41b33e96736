# effect: ok
# padding is not differentiated
import tensorflow as tf

x = tf.Variable([1.0, 0.5, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.sqrt(tf.pad(x, [[1, 1]])))
print(tape.gradient(loss, x))
