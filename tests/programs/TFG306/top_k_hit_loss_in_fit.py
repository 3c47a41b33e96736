# effect: none
# a hit-or-miss loss: in_top_k answers True or False
import keras
import numpy as np
import tensorflow as tf


def hit_loss(y_true, y_pred):
    """One minus the share of examples whose class is among the best two."""
    labels = tf.cast(tf.reshape(y_true, [-1]), tf.int32)
    hits = tf.math.in_top_k(labels, y_pred, k=2)  # TFG306
    return 1.0 - tf.reduce_mean(tf.cast(hits, tf.float32))


rng = np.random.default_rng(0)
x = rng.normal(size=(8, 4)).astype("float32")
y = rng.integers(0, 3, size=(8, 1))

model = keras.Sequential(
    [
        keras.Input((4,)),
        keras.layers.Dense(5, activation="relu"),
        keras.layers.Dense(3, activation="softmax"),
    ]
)
model.compile(optimizer=keras.optimizers.SGD(0.1), loss=hit_loss)
try:
    model.fit(x, y, batch_size=4, epochs=1, verbose=0)
except ValueError as problem:
    print("training failed:", str(problem)[:60])
