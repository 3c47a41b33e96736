# effect: none
# SGD as a dictionary comprehension turns the variables into tensors
import tensorflow as tf


def init():
    return {"w": tf.Variable([[0.5], [0.5]]), "b": tf.Variable([0.0])}


def predict(p, x):
    return x @ p["w"] + p["b"]


def sgd(p, g, lr):
    return {k: p[k] - lr * g[k] for k in p}


def train(x, y, epochs=2):
    params = init()
    for _ in range(epochs):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((predict(params, x) - y) ** 2)
        grads = tape.gradient(loss, params)
        if grads["w"] is None:
            break
        params = sgd(params, grads, 0.1)  # TFG401
    return params


print(train(tf.ones((3, 2)), tf.ones((3, 1))))
