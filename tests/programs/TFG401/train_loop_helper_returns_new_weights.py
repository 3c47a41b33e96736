# effect: none
# the step function returns updated tensors; the loop differentiates them as if they were variables
import tensorflow as tf


def step(w, b, x, y, lr=0.1):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((w * x + b - y) ** 2)
    dw, db = tape.gradient(loss, [w, b])
    if dw is None:
        return w, b, loss
    return w - lr * dw, b - lr * db, loss


def fit(x, y, epochs):
    w, b = tf.Variable(0.0), tf.Variable(0.0)
    for _ in range(epochs):
        w, b, loss = step(w, b, x, y)  # TFG401
    return w, b


print(fit(tf.constant([1.0, 2.0]), tf.constant([2.0, 4.0]), 3))
