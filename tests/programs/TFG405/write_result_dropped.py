# effect: none
# write gives back a new array; the old one stays empty in a trace
import tensorflow as tf

w = tf.Variable(2.0)


@tf.function
def powers(n):
    ta = tf.TensorArray(tf.float32, size=n, element_shape=())
    x = tf.constant(1.0)
    for i in tf.range(n):
        x = x * w
        ta.write(i, x)  # TFG405
    return tf.reduce_sum(ta.stack())


with tf.GradientTape() as tape:
    y = powers(tf.constant(3))
print(tape.gradient(y, w))
