# effect: ok
# a builder called inside the tape makes the leaves and hands them out as sources
import tensorflow as tf


def init_params(sizes):
    return [
        (tf.Variable(tf.ones((m, n)) * 0.1), tf.Variable(tf.zeros(n)))
        for m, n in zip(sizes[:-1], sizes[1:])
    ]


def mlp(params, x):
    for w, b in params[:-1]:
        x = tf.tanh(x @ w + b)
    w, b = params[-1]
    return x @ w + b


with tf.GradientTape() as tape:
    params = init_params([2, 3, 1])
    loss = tf.reduce_sum(tf.square(mlp(params, tf.ones((1, 2))) - 1.0))
for w_grad, b_grad in tape.gradient(loss, params):
    print(w_grad.shape, b_grad.shape)
