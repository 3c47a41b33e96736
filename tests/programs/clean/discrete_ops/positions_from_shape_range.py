# effect: ok
# tf.range of a shape, sequence masks and index casts: integers off the path
import tensorflow as tf

emb = tf.Variable(tf.ones((4, 3)))
lengths = tf.constant([1, 3])


def encode(tokens):
    n = tf.shape(tokens)[1]
    angle = tf.cast(tf.range(n), tf.float32)[:, None] / 10.0
    mask = tf.sequence_mask(lengths, n, dtype=tf.float32)[..., None]
    return (tf.gather(emb, tokens) + tf.sin(angle)) * mask


with tf.GradientTape() as tape:
    out = encode(tf.constant([[0, 1, 1], [2, 3, 0]]))
    loss = tf.reduce_sum(out) / tf.cast(tf.size(out), tf.float32)
print(tf.convert_to_tensor(tape.gradient(loss, emb)))
