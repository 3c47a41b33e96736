# effect: ok
# masked attention over a bidirectional LSTM; its entropy is taken from log_softmax
import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(30)

VOCABULARY, LENGTH, TAGS = 20, 6, 3


class FocusedAttention(layers.Layer):
    def __init__(self, units, focus=0.01, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.focus = focus
        self.last_weights = None

    def build(self, input_shape):
        self.query = self.add_weight(shape=(self.units,), initializer="normal", name="query")
        self.keys = layers.Dense(self.units)
        self.keys.build(input_shape)

    def call(self, sequence, valid):
        scores = tf.einsum("btu,u->bt", self.keys(sequence), self.query)
        scores = tf.where(valid, scores / tf.sqrt(float(self.units)), -1e4)
        attention = tf.nn.softmax(scores, axis=-1)
        entropy = -tf.reduce_sum(attention * tf.nn.log_softmax(scores, axis=-1), axis=-1)
        self.add_loss(self.focus * tf.reduce_mean(entropy))
        if tf.executing_eagerly():
            self.last_weights = attention.numpy()
        return tf.einsum("bt,btu->bu", attention, sequence)


class Tagger(keras.Model):
    def __init__(self):
        super().__init__()
        self.embedding = layers.Embedding(VOCABULARY, 6)
        self.encoder = layers.Bidirectional(layers.LSTM(4, return_sequences=True))
        self.attention = FocusedAttention(5)
        self.tags = layers.TimeDistributed(layers.Dense(TAGS))
        self.sentence = layers.Dense(2)

    def call(self, tokens, training=False):
        valid = tf.not_equal(tokens, 0)
        states = self.encoder(self.embedding(tokens), training=training)
        tags = self.tags(states) * tf.cast(valid, tf.float32)[..., None]
        return {"tags": tags, "sentence": self.sentence(self.attention(states, valid))}


def make_sentences(count):
    rng = np.random.default_rng(31)
    tokens = rng.integers(1, VOCABULARY, size=(count, LENGTH))
    lengths = rng.integers(2, LENGTH, size=count)
    tokens[np.arange(LENGTH)[None] >= lengths[:, None]] = 0
    return tokens, {"tags": tokens % TAGS, "sentence": (tokens == 7).any(axis=1).astype("int32")}


tokens, targets = make_sentences(32)
model = Tagger()
cross_entropy = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(
    optimizer="adam",
    loss={"tags": cross_entropy, "sentence": cross_entropy},
    metrics={"tags": ["accuracy"], "sentence": ["accuracy"]},
)
history = model.fit(tokens, targets, batch_size=16, epochs=1, verbose=0)
print({name: round(float(values[-1]), 3) for name, values in history.history.items()})
model(tf.constant(tokens[:2]))
print("attention of two sentences", np.round(model.attention.last_weights, 2))
