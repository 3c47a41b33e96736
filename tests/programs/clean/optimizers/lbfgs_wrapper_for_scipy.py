# effect: ok
# SciPy-style wrapper: flat NumPy vector in, loss and gradient as NumPy out
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(57)
model = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(3, "tanh"), tf.keras.layers.Dense(1)]
)
x, y = tf.random.normal((6, 2)), tf.random.normal((6, 1))
shapes = [v.shape for v in model.trainable_variables]
sizes = [int(np.prod(s)) for s in shapes]
history = []


def set_flat(theta):
    parts = np.split(theta, np.cumsum(sizes)[:-1])
    for v, p, s in zip(model.trainable_variables, parts, shapes):
        v.assign(tf.cast(tf.reshape(p, s), v.dtype))


def value_and_grad(theta):
    set_flat(theta)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    grads = tape.gradient(loss, model.trainable_variables)
    flat = np.concatenate([g.numpy().ravel() for g in grads]).astype(np.float64)
    history.append(loss.numpy())
    return loss.numpy().astype(np.float64), flat


theta = np.concatenate([v.numpy().ravel() for v in model.trainable_variables]).astype(np.float64)
for _ in range(3):
    f, g = value_and_grad(theta)
    t = 1.0
    while value_and_grad(theta - t * g)[0] > f - 1e-4 * t * g @ g and t > 1e-4:
        t *= 0.5
    theta = theta - t * g
print(history[0], min(history))
