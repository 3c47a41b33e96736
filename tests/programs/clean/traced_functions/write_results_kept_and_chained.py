# effect: ok
# results of write are kept, once by name and once by chaining
import tensorflow as tf

w = tf.Variable(2.0)


@tf.function
def values(n):
    out = tf.TensorArray(tf.float32, size=0, dynamic_size=True, clear_after_read=False)
    out = out.write(0, w).write(1, w * w)
    for i in tf.range(2, n):
        out = out.write(i, out.read(i - 1) * w)
    return tf.reduce_sum(out.stack())


with tf.GradientTape() as tape:
    y = values(tf.constant(4))
print(tape.gradient(y, w))
