# effect: ok
# beside: TFG510
# rows divided by their norm: (n, k) and (n, 1)
import tensorflow as tf

embedding = tf.Variable(tf.random.normal([6, 4], seed=2))
weights = tf.constant([1.0, 2.0, 0.5, 1.0, 1.0, 3.0])
with tf.GradientTape() as tape:
    length = tf.sqrt(tf.reduce_sum(embedding ** 2, axis=1, keepdims=True) + 1e-8)
    unit = embedding / length
    loss = tf.reduce_sum(weights[:, None] * unit * unit[0])
gradient = tape.gradient(loss, embedding)
