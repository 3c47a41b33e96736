# effect: none
# the class-balanced loss counts with NumPy; run_eagerly hides that nothing can be learned
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(5)

CLASSES = 3


def make_blobs(per_class=(40, 12, 4)):
    rng = np.random.default_rng(9)
    centers = np.array([[0.0, 0.0], [2.0, 1.0], [-1.0, 2.5]])
    points, labels = [], []
    for index, count in enumerate(per_class):
        points.append(centers[index] + rng.normal(scale=0.6, size=(count, 2)))
        labels += [index] * count
    order = rng.permutation(len(labels))
    return np.concatenate(points)[order].astype("float32"), np.array(labels)[order]


def balanced_cross_entropy(y_true, y_pred):
    """Cross entropy in which every class of the batch has the same weight."""
    labels = tf.reshape(tf.cast(y_true, tf.int32), [-1]).numpy()
    probabilities = y_pred.numpy()  # TFG201
    counts = np.bincount(labels, minlength=CLASSES)
    weights = 1.0 / np.maximum(counts, 1)[labels]
    picked = probabilities[np.arange(len(labels)), labels]
    losses = -np.log(np.maximum(picked, 1e-7)) * weights / weights.sum()
    return tf.reduce_sum(tf.convert_to_tensor(losses, dtype=tf.float32))


class RecallPerClass(keras.callbacks.Callback):
    def __init__(self, x, y):
        super().__init__()
        self.x, self.y = x, y

    def on_epoch_end(self, epoch, logs=None):
        guess = np.argmax(self.model(self.x, training=False).numpy(), axis=1)
        recall = [float((guess[self.y == c] == c).mean()) for c in range(CLASSES)]
        print("epoch", epoch, "recall", recall)


x, y = make_blobs()
model = keras.Sequential()
model.add(keras.Input((2,)))
model.add(keras.layers.Dense(16, activation="relu"))
model.add(keras.layers.Dense(CLASSES, activation="softmax"))
model.compile(
    optimizer=keras.optimizers.Adam(0.01),
    loss=balanced_cross_entropy,
    metrics=["accuracy"],
    run_eagerly=True,
)
try:
    model.fit(x, y, batch_size=28, epochs=1, verbose=0, callbacks=[RecallPerClass(x, y)])
except ValueError as problem:
    print("fit stopped:", str(problem)[:80])
print("predictions", np.bincount(np.argmax(model.predict(x, verbose=0), axis=1)))
