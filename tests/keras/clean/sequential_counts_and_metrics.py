# effect: ok
# Sequential with add(): rounding, argmax and comparisons live in metrics and reports only
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import backend as K

keras.utils.set_random_seed(1)

GRADES = 5


def make_wines(count):
    rng = np.random.default_rng(2)
    x = rng.normal(size=(count, 6)).astype("float32")
    grade = np.clip(np.round(2.0 + x[:, 0] - 0.5 * x[:, 1]), 0, GRADES - 1)
    return x, keras.utils.to_categorical(grade.astype(int), GRADES)


def top_grade(y_true, y_pred):
    hit = tf.equal(tf.argmax(y_true, axis=-1), tf.argmax(y_pred, axis=-1))
    return tf.reduce_mean(tf.cast(hit, tf.float32))


def off_by_one(y_true, y_pred):
    distance = tf.abs(K.argmax(y_true) - K.argmax(y_pred))
    return K.mean(K.cast(distance <= 1, "float32"))


class ConfidentErrors(keras.metrics.Metric):
    """Counts predictions that are sure and wrong."""

    def __init__(self, threshold=0.6, name="confident_errors", **kwargs):
        super().__init__(name=name, **kwargs)
        self.threshold = threshold
        self.total = self.add_weight(name="total", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        sure = tf.reduce_max(y_pred, axis=-1) > self.threshold
        wrong = tf.not_equal(tf.argmax(y_true, -1), tf.argmax(y_pred, -1))
        self.total.assign_add(tf.reduce_sum(tf.cast(sure & wrong, tf.float32)))

    def result(self):
        return self.total

    def reset_state(self):
        self.total.assign(0.0)


model = keras.Sequential(name="wine")
model.add(keras.Input((6,)))
model.add(keras.layers.Dense(12, activation="relu"))
model.add(keras.layers.Dropout(0.1))
model.add(keras.layers.Dense(GRADES, activation="softmax"))
model.compile(
    optimizer="adam",
    loss="categorical_crossentropy",
    metrics=["accuracy", top_grade, off_by_one, ConfidentErrors()],
)
x, y = make_wines(64)
history = model.fit(x, y, batch_size=16, epochs=1, validation_split=0.25, verbose=0)
rounded = np.round(model.predict(x, verbose=0), 2)
print({name: round(float(values[-1]), 3) for name, values in history.history.items()})
print("first rows", rounded[:3], "grades", np.argmax(rounded[:3], axis=1))
