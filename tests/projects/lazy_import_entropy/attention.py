import tensorflow as tf


class Attention(tf.Module):
    """Sparse attention: most tokens of a sequence, and all of the padding, get no weight."""

    def __init__(self, width):
        super().__init__()
        self.queries = tf.Variable(tf.random.stateless_normal((width, width), seed=(2, 0)))
        self.keys = tf.Variable(tf.random.stateless_normal((width, width), seed=(2, 1)))

    def __call__(self, tokens, lengths):
        scores = tf.matmul(tokens @ self.queries, tokens @ self.keys, transpose_b=True)
        present = tf.sequence_mask(lengths, tokens.shape[1], dtype=tf.float32)
        kept = tf.nn.relu(scores) * present[:, tf.newaxis, :]
        weights = kept / (tf.reduce_sum(kept, axis=-1, keepdims=True) + 1e-6)
        return weights, tf.matmul(weights, tokens)
