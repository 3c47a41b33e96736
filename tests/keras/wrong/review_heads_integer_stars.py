# effect: none
# two heads with a dict of losses; the stars head is compared as integers and never learns
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(11)

VOCABULARY = 40
LENGTH = 12


def make_reviews(count):
    rng = np.random.default_rng(0)
    tokens = rng.integers(1, VOCABULARY, size=(count, LENGTH))
    age = rng.uniform(0.0, 5.0, size=(count, 1)).astype("float32")
    stars = np.clip(np.round(tokens.mean(axis=1, keepdims=True) / 8.0), 1, 5).astype("float32")
    helpful = (age[:, 0] + rng.normal(size=count) > 2.5).astype("float32")[:, None]
    return {"tokens": tokens, "age": age}, {"stars": stars, "helpful": helpful}


def star_error(y_true, y_pred):
    """How many whole stars the prediction is off."""
    given = tf.cast(y_true, tf.int32)
    predicted = tf.cast(y_pred, tf.int32)  # TFG305
    distance = tf.abs(given - predicted)
    return tf.reduce_mean(tf.cast(distance, tf.float32), axis=-1)


def exact_stars(y_true, y_pred):
    same = tf.equal(tf.cast(y_true, tf.int32), tf.cast(tf.round(y_pred), tf.int32))
    return tf.reduce_mean(tf.cast(same, tf.float32))


def build():
    tokens = keras.Input((LENGTH,), dtype="int32", name="tokens")
    age = keras.Input((1,), name="age")
    embedded = layers.Embedding(VOCABULARY, 8)(tokens)
    pooled = layers.GlobalAveragePooling1D()(embedded)
    trunk = layers.Dense(10, activation="relu")(layers.Concatenate()([pooled, age]))
    stars = layers.Dense(6, activation="relu")(trunk)
    stars = layers.Dense(1, name="stars")(stars)
    helpful = layers.Dense(1, activation="sigmoid", name="helpful")(trunk)
    return keras.Model([tokens, age], {"stars": stars, "helpful": helpful})


inputs, targets = make_reviews(48)
model = build()
model.compile(
    optimizer=keras.optimizers.RMSprop(1e-3),
    loss={"stars": star_error, "helpful": keras.losses.BinaryCrossentropy()},
    loss_weights={"stars": 1.0, "helpful": 0.5},
    metrics={"stars": [exact_stars, "mae"], "helpful": ["accuracy"]},
)
history = model.fit(inputs, targets, batch_size=16, epochs=1, verbose=0)
for name, values in sorted(history.history.items()):
    print(f"{name:25s} {values[-1]:.4f}")
predictions = model.predict(inputs, verbose=0)
print("stars", predictions["stars"][:4, 0], "helpful", predictions["helpful"][:4, 0])
