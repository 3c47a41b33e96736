# effect: none
# list slots hold variables first and tensors after the first step
import tensorflow as tf

weights = [tf.Variable(0.5), tf.Variable(1.5), tf.Variable(-1.0)]


def polynomial(x):
    return sum(w * x**k for k, w in enumerate(weights))


def sgd(lr, steps):
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = (polynomial(2.0) - 1.0) ** 2
        grads = tape.gradient(loss, weights)
        if any(g is None for g in grads):
            return
        for i, (w, g) in enumerate(zip(weights, grads)):
            weights[i] = w - lr * g  # TFG401


sgd(0.01, 2)
