# effect: ok
# Per-sample gradients in a Python loop with a fresh tape each, cosine in NumPy
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(58)
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
x, y = tf.random.normal((4, 3)), tf.constant([0, 1, 1, 0])
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def flat_grad(xi, yi):
    with tf.GradientTape() as tape:
        loss = loss_fn(yi, model(xi))
    grads = tape.gradient(loss, model.trainable_variables)
    return np.concatenate([g.numpy().reshape(-1) for g in grads])


vectors = np.stack([flat_grad(x[i : i + 1], y[i : i + 1]) for i in range(4)])
unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
weights = np.maximum((unit @ unit.T).mean(axis=1), 0.0)
weights = tf.constant(weights / (weights.sum() + 1e-8), tf.float32)
per_example = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(weights * per_example(y, model(x)))
grads = tape.gradient(loss, model.trainable_variables)
norm = np.sqrt(sum(float(tf.reduce_sum(g**2)) for g in grads))
print(norm)
