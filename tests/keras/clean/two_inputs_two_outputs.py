# effect: ok
# functional model with a list of losses; one of them masks missing labels by comparison
import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(3)

MISSING = -1.0


def masked_mae(y_true, y_pred):
    """Rows without a label do not count."""
    known = tf.cast(tf.not_equal(y_true, MISSING), tf.float32)
    error = tf.abs(y_true - y_pred) * known
    return tf.reduce_sum(error) / tf.maximum(tf.reduce_sum(known), 1.0)


def focal(y_true, y_pred, gamma=2.0):
    p = tf.clip_by_value(y_pred, 1e-6, 1.0 - 1e-6)
    p_true = tf.where(tf.equal(y_true, 1.0), p, 1.0 - p)
    return -tf.reduce_mean(tf.pow(1.0 - p_true, gamma) * tf.math.log(p_true), axis=-1)


def recall_at_half(y_true, y_pred):
    chosen = tf.cast(y_pred > 0.5, tf.float32)
    return tf.reduce_sum(chosen * y_true) / (tf.reduce_sum(y_true) + 1e-6)


def make_listings(count):
    rng = np.random.default_rng(5)
    numbers = rng.normal(size=(count, 4)).astype("float32")
    city = rng.integers(0, 7, size=(count, 1)).astype("int32")
    price = 2.0 + numbers[:, :1] + 0.3 * city
    price[rng.uniform(size=count) < 0.2] = MISSING
    sold = (numbers[:, 1:2] + 0.2 * city > 0.5).astype("float32")
    return [numbers, city], [price.astype("float32"), sold]


numbers = keras.Input((4,), name="numbers")
city = keras.Input((1,), dtype="int32", name="city")
embedded = layers.Flatten()(layers.Embedding(7, 3)(city))
hidden = layers.Dense(10, activation="relu")(layers.Concatenate()([numbers, embedded]))
price = layers.Dense(1, activation="softplus", name="price")(hidden)
sold = layers.Dense(1, activation="sigmoid", name="sold")(hidden)
model = keras.Model(inputs=[numbers, city], outputs=[price, sold])

model.compile(
    optimizer=keras.optimizers.Adam(1e-2),
    loss=[masked_mae, focal],
    loss_weights=[0.7, 0.3],
    metrics=[["mae"], [recall_at_half, "accuracy"]],
)
inputs, targets = make_listings(48)
history = model.fit(inputs, targets, batch_size=16, epochs=1, verbose=0)
for name, values in history.history.items():
    print(f"{name:24s} {values[-1]:.4f}")
predicted_price, predicted_sold = model.predict(inputs, verbose=0)
decided = (predicted_sold > 0.5).astype(int)
print("decided", decided[:5, 0], "price", np.round(predicted_price[:5, 0], 1))
