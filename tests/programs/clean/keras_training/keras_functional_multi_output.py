# effect: ok
# beside: TFG809
# Multi-output functional model with loss weights and an auxiliary metric of argmax
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(31)
inp = keras.Input((5,), name="features")
trunk = keras.layers.Dense(8, activation="relu")(inp)
price = keras.layers.Dense(1, name="price")(trunk)
kind = keras.layers.Dense(3, activation="softmax", name="kind")(trunk)
model = keras.Model(inp, {"price": price, "kind": kind})


def top1(y_true, y_pred):
    return tf.cast(tf.equal(tf.argmax(y_true, -1), tf.argmax(y_pred, -1)), tf.float32)


model.compile(
    optimizer=keras.optimizers.RMSprop(1e-3),
    loss={"price": "mse", "kind": "categorical_crossentropy"},
    loss_weights={"price": 1.0, "kind": 0.2},
    metrics={"kind": [top1]},
)
rng = np.random.default_rng(0)
x = rng.normal(size=(12, 5)).astype("float32")
y = {"price": rng.normal(size=(12, 1)), "kind": np.eye(3)[rng.integers(0, 3, 12)]}
model.fit(x, y, epochs=1, batch_size=4, verbose=0)
feature_model = keras.Model(model.input, trunk)
print(feature_model.predict(x, verbose=0).mean())
