# effect: ok
# run_eagerly: metrics, callbacks and a schedule all use .numpy(), the loss does not
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(6)


def make_ranking(queries, documents):
    rng = np.random.default_rng(10)
    x = rng.normal(size=(queries, documents, 4)).astype("float32")
    relevance = np.maximum(0.0, np.round(x[..., 0] + 0.3 * x[..., 1])).astype("float32")
    return x, relevance


def listwise_loss(y_true, y_pred):
    """ListNet: cross entropy between two distributions over the documents."""
    target = tf.nn.softmax(y_true, axis=-1)
    return -tf.reduce_sum(target * tf.nn.log_softmax(y_pred, axis=-1), axis=-1)


def ndcg(y_true, y_pred):
    """NumPy is fine here: Keras only reports what comes back."""
    gains = 2.0 ** y_true.numpy() - 1.0
    order = np.argsort(-y_pred.numpy(), axis=-1)
    discounts = 1.0 / np.log2(np.arange(gains.shape[-1]) + 2.0)
    achieved = (np.take_along_axis(gains, order, axis=-1) * discounts).sum(axis=-1)
    best = (-np.sort(-gains, axis=-1) * discounts).sum(axis=-1)
    return tf.constant((achieved / np.maximum(best, 1e-9)).astype("float32"))


class Watch(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.norms = []

    def on_train_batch_end(self, batch, logs=None):
        kernel = self.model.trainable_variables[0]
        self.norms.append(float(np.linalg.norm(kernel.numpy())))

    def on_epoch_end(self, epoch, logs=None):
        rate = float(keras.ops.convert_to_numpy(self.model.optimizer.learning_rate))
        self.model.optimizer.learning_rate.assign(rate * 0.5)
        print(f"epoch {epoch}: norms {np.round(self.norms, 3)}, next rate {rate * 0.5}")


x, relevance = make_ranking(24, 5)
scorer = keras.Sequential(
    [
        keras.Input((5, 4)),
        keras.layers.TimeDistributed(keras.layers.Dense(6, activation="relu")),
        keras.layers.TimeDistributed(keras.layers.Dense(1)),
        keras.layers.Reshape((5,)),
    ]
)
scorer.compile(
    optimizer=keras.optimizers.Adam(1e-2), loss=listwise_loss, metrics=[ndcg], run_eagerly=True
)
watch = Watch()
history = scorer.fit(x, relevance, batch_size=8, epochs=1, verbose=0, callbacks=[watch])
print("ndcg", history.history["ndcg"][-1])
order = np.argsort(-scorer.predict(x[:1], verbose=0)[0])
print("order of the first query", order, relevance[0][order])
