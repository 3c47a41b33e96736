# effect: ok
# the usual trick: add a little where the distance is zero, and take it away afterwards
import tensorflow as tf

embeddings = tf.Variable([[1.0, 0.0], [0.0, 2.0], [3.0, 4.0]])
with tf.GradientTape() as tape:
    products = tf.matmul(embeddings, tf.transpose(embeddings))
    squares = tf.linalg.diag_part(products)
    squared = tf.expand_dims(squares, 1) - 2.0 * products + tf.expand_dims(squares, 0)
    squared = tf.maximum(squared, 0.0)
    zero = tf.cast(tf.equal(squared, 0.0), tf.float32)
    squared = squared + zero * 1e-16
    distances = tf.sqrt(squared) * (1.0 - zero)
    loss = tf.reduce_mean(distances)
print(tape.gradient(loss, embeddings))
