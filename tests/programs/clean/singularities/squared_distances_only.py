# effect: ok
# squared distances have a slope everywhere
import tensorflow as tf

embeddings = tf.Variable([[1.0, 0.0], [0.0, 2.0], [3.0, 4.0]])
with tf.GradientTape() as tape:
    squares = tf.reduce_sum(tf.square(embeddings), axis=1)
    products = tf.matmul(embeddings, embeddings, transpose_b=True)
    squared = squares[:, None] - 2.0 * products + squares[None, :]
    kernel = tf.exp(-squared / 2.0)
    loss = tf.reduce_mean(kernel)
print(tape.gradient(loss, embeddings))
