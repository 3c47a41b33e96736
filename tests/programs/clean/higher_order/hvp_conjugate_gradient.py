# effect: ok
# Hessian-vector products for conjugate gradients, dot product taken inside the outer tape
import numpy as np
import tensorflow as tf

w = tf.Variable([[0.3, -0.2], [0.5, 0.1]])
b = tf.Variable([0.1, 0.2])
x = tf.constant([[1.0, 2.0], [0.5, -1.0], [2.0, 0.0]])
y = tf.constant([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
params = [w, b]


def loss_fn():
    return tf.reduce_mean((tf.tanh(x @ w + b) - y) ** 2)


def flat(ts):
    return tf.concat([tf.reshape(t, [-1]) for t in ts], 0)


def hvp(v):
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            loss = loss_fn()
        g = flat(inner.gradient(loss, params))
        gv = tf.reduce_sum(g * tf.stop_gradient(v))
    return flat(outer.gradient(gv, params)) + 0.1 * v


def conjgrad(b_vec, iters=4):
    xk = tf.zeros_like(b_vec)
    r = tf.identity(b_vec)
    p = tf.identity(b_vec)
    rr = tf.tensordot(r, r, 1)
    for _ in range(iters):
        hp = hvp(p)
        alpha = rr / (tf.tensordot(p, hp, 1) + 1e-8)
        xk += alpha * p
        r -= alpha * hp
        new = tf.tensordot(r, r, 1)
        p = r + (new / rr) * p
        rr = new
        if float(rr) < 1e-8:
            break
    return xk


with tf.GradientTape() as tape:
    loss = loss_fn()
g = flat(tape.gradient(loss, params))
step = conjgrad(g).numpy()
offset = 0
for p in params:
    n = int(np.prod(p.shape))
    p.assign_sub(0.1 * step[offset : offset + n].reshape(p.shape))
    offset += n
print(float(loss_fn()))
