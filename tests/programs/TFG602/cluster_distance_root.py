# effect: nan
# pull a class together, push the others away: each point has distance zero from itself
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(67)


def pairwise_distances(embeddings):
    left = tf.expand_dims(embeddings, 1)
    right = tf.expand_dims(embeddings, 0)
    squared = tf.reduce_sum(tf.square(left - right), axis=-1)
    return tf.sqrt(squared)  # TFG602


class ClusterLoss(keras.losses.Loss):
    """Mean distance within a person, hinge on the distance to everybody else."""

    def __init__(self, margin=0.5, reduction="sum_over_batch_size", name="cluster"):
        super().__init__(name=name, reduction=reduction)
        self.margin = margin

    def call(self, y_true, y_pred):
        labels = tf.reshape(y_true, [-1])
        same = tf.cast(tf.equal(labels[:, None], labels[None, :]), tf.float32)
        distances = pairwise_distances(y_pred)
        within = tf.reduce_sum(same * distances, axis=1) / tf.reduce_sum(same, axis=1)
        violation = tf.nn.relu(self.margin - distances) * (1.0 - same)
        between = tf.reduce_sum(violation, axis=1) / (tf.reduce_sum(1.0 - same, axis=1) + 1e-6)
        return within + between


def make_faces(people, shots):
    rng = np.random.default_rng(15)
    identity = rng.normal(size=(people, 6))
    x = identity[:, None] + 0.3 * rng.normal(size=(people, shots, 6))
    y = np.repeat(np.arange(people), shots)
    return x.reshape(-1, 6).astype("float32"), y.astype("int32")


def nearest_neighbour_accuracy(embeddings, labels):
    gaps = np.linalg.norm(embeddings[:, None] - embeddings[None], axis=-1)
    np.fill_diagonal(gaps, np.inf)
    return float((labels[gaps.argmin(axis=1)] == labels).mean())


embedder = keras.Sequential(
    [
        keras.Input((6,)),
        layers.Dense(12, activation="relu"),
        layers.Dense(3),
        layers.UnitNormalization(),
    ]
)
faces, who = make_faces(people=4, shots=4)
embedder.compile(optimizer=keras.optimizers.Adam(1e-3), loss=ClusterLoss(0.4))
before = nearest_neighbour_accuracy(embedder.predict(faces, verbose=0), who)
history = embedder.fit(faces, who, batch_size=16, epochs=1, verbose=0)
after = nearest_neighbour_accuracy(embedder.predict(faces, verbose=0), who)
print("accuracy before", before, "after", after, "loss", history.history["loss"])
