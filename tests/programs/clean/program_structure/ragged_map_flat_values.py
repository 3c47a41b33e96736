# effect: ok
# the function of `tf.ragged.map_flat_values` looks up the embeddings
import tensorflow as tf

table = tf.Variable(tf.reshape(tf.range(20.0), (10, 2)))
words = tf.ragged.constant([[1, 2, 3], [4]])
with tf.GradientTape() as tape:
    vectors = tf.ragged.map_flat_values(lambda ids: tf.gather(table, ids) * 2.0, words)
    loss = tf.reduce_sum(tf.reduce_mean(vectors, axis=1) ** 2)
print(tf.convert_to_tensor(tape.gradient(loss, table)))
