# effect: nan
# masked attention has probabilities of exactly zero, and add_loss takes their logarithm
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(71)

VOCABULARY, LENGTH = 20, 6


class FocusedAttention(keras.layers.Layer):
    """One query per sequence; a small penalty keeps the attention from spreading out."""

    def __init__(self, units, focus=0.01, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.focus = focus

    def build(self, input_shape):
        self.query = self.add_weight(shape=(self.units,), initializer="normal", name="query")
        self.keys = keras.layers.Dense(self.units)
        self.keys.build(input_shape)

    def call(self, sequence, mask):
        scores = tf.einsum("btu,u->bt", self.keys(sequence), self.query)
        scores = scores / tf.sqrt(float(self.units))
        scores += (1.0 - tf.cast(mask, tf.float32)) * -1e9
        attention = tf.nn.softmax(scores, axis=-1)
        entropy = -tf.reduce_sum(attention * tf.math.log(attention), axis=-1)  # TFG603
        self.add_loss(self.focus * tf.reduce_mean(entropy))
        return tf.einsum("bt,btu->bu", attention, sequence)


class Tagger(keras.Model):
    def __init__(self):
        super().__init__()
        self.embedding = keras.layers.Embedding(VOCABULARY, 8)
        self.attention = FocusedAttention(5)
        self.head = keras.layers.Dense(2)

    def call(self, tokens, training=False):
        mask = tf.not_equal(tokens, 0)
        return self.head(self.attention(self.embedding(tokens), mask))


def make_sentences(count):
    rng = np.random.default_rng(12)
    tokens = rng.integers(1, VOCABULARY, size=(count, LENGTH))
    lengths = rng.integers(2, LENGTH, size=count)
    tokens[np.arange(LENGTH)[None] >= lengths[:, None]] = 0
    labels = (tokens == 7).any(axis=1).astype("int32")
    return tokens.astype("int32"), labels


tokens, labels = make_sentences(48)
model = Tagger()
model.compile(
    optimizer="adam",
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
history = model.fit(tokens, labels, batch_size=16, epochs=1, verbose=0)
print({name: round(values[-1], 4) for name, values in history.history.items()})
print("share of the second class", float(model.predict(tokens, verbose=0).argmax(axis=1).mean()))
