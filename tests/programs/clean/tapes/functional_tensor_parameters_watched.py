# effect: ok
# Purely functional parameters as plain tensors, watched, rebound to new tensors every step
import tensorflow as tf

tf.random.set_seed(116)


def init(sizes):
    return [(tf.random.normal((m, n)) / m**0.5, tf.zeros(n)) for m, n in zip(sizes[:-1], sizes[1:])]


def apply(params, x):
    *hidden, last = params
    for w, b in hidden:
        x = tf.nn.relu(x @ w + b)
    return x @ last[0] + last[1]


def loss_and_grads(params, x, y):
    with tf.GradientTape() as tape:
        tape.watch(params)
        loss = tf.reduce_mean((apply(params, x) - y) ** 2)
    return loss, tape.gradient(loss, params)


params = init([3, 8, 1])
x, y = tf.random.normal((6, 3)), tf.random.normal((6, 1))
for _ in range(3):
    loss, grads = loss_and_grads(params, x, y)
    params = [(w - 0.1 * gw, b - 0.1 * gb) for (w, b), (gw, gb) in zip(params, grads)]
    print(float(loss))
