# effect: ok
# in eager mode the array is filled in place
import tensorflow as tf

w = tf.Variable(2.0)
ta = tf.TensorArray(tf.float32, size=3)
with tf.GradientTape() as tape:
    for i in range(3):
        ta.write(i, w**i)
    y = tf.reduce_sum(ta.stack())
print(tape.gradient(y, w))
