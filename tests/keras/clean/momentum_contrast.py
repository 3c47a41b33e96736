# effect: ok
# MoCo: an EMA copy, a queue kept in variables, and keys without a gradient
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(16)

DIM, QUEUE, MOMENTUM, TEMPERATURE = 4, 16, 0.9, 0.2


def make_encoder(name):
    return keras.Sequential(
        [
            keras.Input((6,)),
            keras.layers.Dense(10, activation="relu"),
            keras.layers.Dense(DIM),
        ],
        name=name,
    )


class MoCo(keras.Model):
    def __init__(self):
        super().__init__()
        self.query_encoder = make_encoder("query")
        self.key_encoder = make_encoder("key")
        self.key_encoder.set_weights(self.query_encoder.get_weights())
        self.key_encoder.trainable = False
        start = tf.math.l2_normalize(tf.random.normal((QUEUE, DIM), seed=2), axis=1)
        self.queue = tf.Variable(start, trainable=False, name="queue")
        self.pointer = tf.Variable(0, trainable=False, dtype=tf.int32, name="pointer")
        self.tracker = keras.metrics.Mean(name="loss")
        self.accuracy = keras.metrics.SparseCategoricalAccuracy(name="accuracy")

    @property
    def metrics(self):
        return [self.tracker, self.accuracy]

    def augment(self, x):
        return x + tf.random.normal(tf.shape(x), stddev=0.1)

    def enqueue(self, keys):
        count = tf.shape(keys)[0]
        places = tf.math.floormod(self.pointer + tf.range(count), QUEUE)
        self.queue.scatter_update(tf.IndexedSlices(keys, places))
        self.pointer.assign(tf.math.floormod(self.pointer + count, QUEUE))

    def train_step(self, x):
        keys = self.key_encoder(self.augment(x), training=False)
        keys = tf.stop_gradient(tf.math.l2_normalize(keys, axis=1))
        with tf.GradientTape() as tape:
            queries = self.query_encoder(self.augment(x), training=True)
            queries = tf.math.l2_normalize(queries, axis=1)
            positive = tf.reduce_sum(queries * keys, axis=1, keepdims=True)
            negative = tf.matmul(queries, self.queue, transpose_b=True)
            logits = tf.concat([positive, negative], axis=1) / TEMPERATURE
            labels = tf.zeros(tf.shape(logits)[0], dtype=tf.int32)
            loss = tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
            )
        variables = self.query_encoder.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        for slow, fast in zip(self.key_encoder.weights, self.query_encoder.weights):
            slow.assign(MOMENTUM * slow + (1.0 - MOMENTUM) * fast)
        self.enqueue(keys)
        self.tracker.update_state(loss)
        self.accuracy.update_state(labels, logits)
        return {metric.name: metric.result() for metric in self.metrics}

    def call(self, x):
        return self.query_encoder(x)


rng = np.random.default_rng(17)
centers = rng.normal(size=(4, 6))
x = (centers[rng.integers(0, 4, 48)] + 0.2 * rng.normal(size=(48, 6))).astype("float32")
moco = MoCo()
moco.compile(optimizer=keras.optimizers.Adam(1e-2))
history = moco.fit(x, batch_size=16, epochs=1, verbose=0)
print({name: float(values[-1]) for name, values in history.history.items()})
distance = [
    float(np.abs(slow.numpy() - fast.numpy()).max())
    for slow, fast in zip(moco.key_encoder.weights, moco.query_encoder.weights)
]
print("copies differ by", distance, "queue at", int(moco.pointer))
