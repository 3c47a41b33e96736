# effect: none
# the feed-forward network of a block is computed, and the attention is added twice
import tensorflow as tf


class TransformerBlock(tf.keras.layers.Layer):
    def __init__(self, d, heads, ff):
        super().__init__()
        self.att = tf.keras.layers.MultiHeadAttention(heads, d)
        self.ffn = tf.keras.Sequential(
            [tf.keras.layers.Dense(ff, activation="relu"), tf.keras.layers.Dense(d)]
        )
        self.ln1 = tf.keras.layers.LayerNormalization()
        self.ln2 = tf.keras.layers.LayerNormalization()

    def call(self, x):
        a = self.att(x, x)
        out1 = self.ln1(x + a)
        f = self.ffn(out1)  # TFG810
        return self.ln2(out1 + a)


inp = tf.keras.Input((5, 8))
h = TransformerBlock(8, 2, 16)(inp)
out = tf.keras.layers.Dense(1)(tf.keras.layers.GlobalAveragePooling1D()(h))
m = tf.keras.Model(inp, out)
m.compile("adam", "mse")
m.fit(tf.random.normal((4, 5, 8)), tf.zeros((4, 1)), verbose=0)
