# effect: ok
# beside: TFG510
# Gaussian process by hand: Cholesky, softplus parameters, numpy only for prediction
import numpy as np
import tensorflow as tf

raw = {k: tf.Variable(0.3, dtype=tf.float64) for k in ("length", "var", "noise")}
x = np.linspace(0, 1, 8)[:, None]
y = np.sin(6 * x) + 0.1 * np.random.default_rng(0).normal(size=x.shape)


def positive(name):
    return tf.nn.softplus(raw[name]) + 1e-6


def kernel(a, b):
    d2 = tf.reduce_sum((a[:, None, :] - b[None, :, :]) ** 2, axis=-1)
    return positive("var") * tf.exp(-0.5 * d2 / positive("length") ** 2)


def negative_log_marginal_likelihood():
    n = len(x)
    k = kernel(x, x) + positive("noise") * tf.eye(n, dtype=tf.float64)
    chol = tf.linalg.cholesky(k)
    alpha = tf.linalg.cholesky_solve(chol, tf.constant(y))
    fit = 0.5 * tf.reduce_sum(tf.constant(y) * alpha)
    logdet = tf.reduce_sum(tf.math.log(tf.linalg.diag_part(chol)))
    return fit + logdet + 0.5 * n * np.log(2 * np.pi)


opt = tf.keras.optimizers.Adam(0.05)
names = sorted(raw)
for i in range(3):
    with tf.GradientTape() as tape:
        nll = negative_log_marginal_likelihood()
    grads = tape.gradient(nll, [raw[n] for n in names])
    opt.apply_gradients(zip(grads, [raw[n] for n in names]))
    print(i, float(nll), {n: float(positive(n)) for n in names})
xs = np.linspace(0, 1, 3)[:, None]
k = (kernel(x, x) + positive("noise") * tf.eye(8, dtype=tf.float64)).numpy()
print(kernel(xs, x).numpy() @ np.linalg.solve(k, y))
