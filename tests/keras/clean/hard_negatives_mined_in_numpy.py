# effect: ok
# which negatives count is decided in NumPy; the loss is computed from the embeddings themselves
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(167)

MARGIN, DIM = 0.3, 3


def make_faces(people, shots):
    rng = np.random.default_rng(44)
    identity = rng.normal(size=(people, 6))
    x = identity[:, None] + 0.3 * rng.normal(size=(people, shots, 6))
    return x.reshape(-1, 6).astype("float32"), np.repeat(np.arange(people), shots)


def mine(embeddings, labels):
    """For every anchor the farthest positive and the nearest negative, as positions."""
    gaps = np.linalg.norm(embeddings[:, None] - embeddings[None], axis=-1)
    same = labels[:, None] == labels[None]
    farthest = np.where(same, gaps, -np.inf).argmax(axis=1)
    nearest = np.where(same, np.inf, gaps).argmin(axis=1)
    violated = gaps[np.arange(len(gaps)), farthest] + MARGIN > gaps[np.arange(len(gaps)), nearest]
    return farthest, nearest, violated


def triplet_loss(embeddings, farthest, nearest, violated):
    positive = tf.gather(embeddings, farthest)
    negative = tf.gather(embeddings, nearest)
    near = tf.reduce_sum(tf.square(embeddings - positive), axis=1)
    far = tf.reduce_sum(tf.square(embeddings - negative), axis=1)
    losses = tf.nn.relu(near - far + MARGIN)
    kept = tf.boolean_mask(losses, violated)
    return tf.reduce_sum(kept) / max(int(violated.sum()), 1)


embedder = keras.Sequential(
    [
        keras.Input((6,)),
        layers.Dense(12, activation="relu"),
        layers.Dense(DIM),
        layers.UnitNormalization(),
    ]
)
optimizer = keras.optimizers.Adam(5e-3)
faces, who = make_faces(people=5, shots=4)
rng = np.random.default_rng(1)
for step in range(3):
    order = rng.permutation(len(faces))
    batch, labels = tf.constant(faces[order]), who[order]
    with tf.GradientTape() as tape:
        embeddings = embedder(batch, training=True)
        farthest, nearest, violated = mine(embeddings.numpy(), labels)
        loss = triplet_loss(embeddings, farthest, nearest, violated)
    gradients = tape.gradient(loss, embedder.trainable_variables)
    optimizer.apply_gradients(zip(gradients, embedder.trainable_variables))
    print(f"step {step}: loss {loss.numpy():.4f}, {int(violated.sum())} violated triplets")
final = embedder.predict(faces, verbose=0)
_, nearest, _ = mine(final, who)
print("nearest negatives", who[nearest][:6])
