# effect: ok
# beside: TFG607
# Attention with look-ahead masks by band_part, large negatives and dropout
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(50)


def positional_encoding(length, depth):
    half = depth / 2
    positions = np.arange(length)[:, np.newaxis]
    depths = np.arange(half)[np.newaxis, :] / half
    angle = positions * (1 / (10000**depths))
    return tf.cast(np.concatenate([np.sin(angle), np.cos(angle)], axis=-1), tf.float32)


def attention(q, k, v, mask):
    logits = tf.matmul(q, k, transpose_b=True)
    logits /= tf.math.sqrt(tf.cast(tf.shape(k)[-1], tf.float32))
    if mask is not None:
        logits += (1.0 - mask) * -1e9
    weights = tf.nn.softmax(logits, axis=-1)
    return tf.matmul(weights, v), weights


class Block(tf.keras.layers.Layer):
    def __init__(self, d, heads):
        super().__init__()
        self.heads, self.d = heads, d
        self.wq, self.wk, self.wv = (tf.keras.layers.Dense(d) for _ in range(3))
        self.out = tf.keras.layers.Dense(d)
        self.norm = tf.keras.layers.LayerNormalization()
        self.drop = tf.keras.layers.Dropout(0.1)

    def split(self, x):
        b, t = tf.shape(x)[0], tf.shape(x)[1]
        return tf.transpose(tf.reshape(x, (b, t, self.heads, self.d // self.heads)), (0, 2, 1, 3))

    def call(self, x, training=False):
        t = tf.shape(x)[1]
        mask = tf.linalg.band_part(tf.ones((t, t)), -1, 0)
        q, k, v = self.split(self.wq(x)), self.split(self.wk(x)), self.split(self.wv(x))
        a, self.last_shape = attention(q, k, v, mask)[0], None
        a = tf.reshape(tf.transpose(a, (0, 2, 1, 3)), (tf.shape(x)[0], t, self.d))
        return self.norm(x + self.drop(self.out(a), training=training))


emb = tf.keras.layers.Embedding(9, 8)
block, head = Block(8, 2), tf.keras.layers.Dense(9)
tokens = tf.constant([[1, 2, 3, 4, 5], [3, 4, 5, 6, 7]])
with tf.GradientTape() as tape:
    h = emb(tokens[:, :-1])
    h *= tf.math.sqrt(8.0)
    h += positional_encoding(4, 8)[None]
    logits = head(block(h, training=True))
    nll = tf.nn.sparse_softmax_cross_entropy_with_logits(tokens[:, 1:], logits)
    perplexity = float(tf.exp(tf.reduce_mean(nll)))
    loss = tf.reduce_mean(nll)
variables = [v for m in (emb, block, head) for v in m.trainable_variables]
grads = tape.gradient(
    loss, [v for v in variables if "bias" not in v.name or True][:1] + variables[-2:]
)
print(perplexity, len(grads))
