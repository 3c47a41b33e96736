# effect: ok
# a siamese network: one encoder for both inputs, epsilon below the root, a threshold as metric
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import backend as K
from tensorflow.keras import layers

keras.utils.set_random_seed(28)


def euclidean_distance(vectors):
    left, right = vectors
    squared = tf.reduce_sum(tf.square(left - right), axis=1, keepdims=True)
    return tf.sqrt(tf.maximum(squared, K.epsilon()))


def contrastive(margin=1.0):
    def contrastive_loss(y_true, y_pred):
        near = tf.square(y_pred)
        far = tf.square(tf.maximum(margin - y_pred, 0.0))
        return tf.reduce_mean((1.0 - y_true) * near + y_true * far)

    return contrastive_loss


def verified(y_true, y_pred):
    different = tf.cast(y_pred > 0.5, y_true.dtype)
    return tf.reduce_mean(tf.cast(tf.equal(y_true, different), tf.float32))


def make_pairs(x, y, rng):
    by_class = [np.where(y == c)[0] for c in range(y.max() + 1)]
    left, right, labels = [], [], []
    for index, label in enumerate(y):
        left += [x[index], x[index]]
        right.append(x[rng.choice(by_class[label])])
        other = (label + rng.integers(1, len(by_class))) % len(by_class)
        right.append(x[rng.choice(by_class[other])])
        labels += [0.0, 1.0]
    return [np.array(left), np.array(right)], np.array(labels, dtype="float32")[:, None]


rng = np.random.default_rng(29)
y = np.repeat(np.arange(3), 8)
x = (np.eye(3)[y] @ rng.normal(size=(3, 5)) + 0.2 * rng.normal(size=(24, 5))).astype("float32")
pairs, labels = make_pairs(x, y, rng)

encoder = keras.Sequential(
    [
        keras.Input((5,)),
        layers.BatchNormalization(),
        layers.Dense(8, activation="tanh"),
        layers.Dense(3, use_bias=False),
    ]
)
left, right = keras.Input((5,)), keras.Input((5,))
distance = layers.Lambda(euclidean_distance, output_shape=(1,))([encoder(left), encoder(right)])
siamese = keras.Model([left, right], distance)
siamese.compile(loss=contrastive(1.0), optimizer="rmsprop", metrics=[verified])
history = siamese.fit(pairs, labels, batch_size=16, epochs=1, verbose=0)
print("loss", history.history["loss"][-1], "verified", history.history["verified"][-1])

embedded = encoder.predict(x, verbose=0)
gaps = np.sqrt(((embedded[:, None] - embedded[None]) ** 2).sum(-1))
np.fill_diagonal(gaps, np.inf)
print("nearest neighbour", float((y[gaps.argmin(axis=1)] == y).mean()))
