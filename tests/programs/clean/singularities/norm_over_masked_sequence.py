# effect: ok
# padded rows are zero, but not the whole sequence
import tensorflow as tf

d = tf.keras.layers.Dense(4)
x = tf.random.normal([2, 3, 4])
mask = tf.constant([[1.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
with tf.GradientTape() as t:
    q = d(x)
    s = tf.matmul(q, q, transpose_b=True) / tf.math.sqrt(4.0)
    s += (1.0 - mask[:, None, :]) * -1e9
    a = tf.nn.softmax(s)
    o = tf.matmul(a, q) * mask[..., None]
    n = tf.sqrt(tf.reduce_sum(o**2, axis=[1, 2]))
    loss = tf.reduce_mean(n)
print(t.gradient(loss, d.trainable_variables))
