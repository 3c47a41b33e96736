# effect: ok
# Magnitude pruning: masks by percentile and comparison, applied on the path, variables stay sources
import numpy as np
import tensorflow as tf

tf.random.set_seed(104)
w = tf.Variable(tf.random.normal((4, 4)))
v = tf.Variable(tf.random.normal((4, 1)))
masks = {
    id(w): tf.Variable(tf.ones_like(w), trainable=False),
    id(v): tf.Variable(tf.ones_like(v), trainable=False),
}
x, y = tf.random.normal((8, 4)), tf.random.normal((8, 1))


def update_masks(sparsity):
    for p in (w, v):
        cut = np.percentile(np.abs(p.numpy()), 100 * sparsity)
        masks[id(p)].assign(tf.cast(tf.abs(p) > cut, tf.float32))


def masked(p):
    return p * masks[id(p)]


for step in range(4):
    if step % 2 == 0:
        update_masks(0.1 * step)
    with tf.GradientTape() as tape:
        pred = tf.nn.relu(x @ masked(w)) @ masked(v)
        loss = tf.reduce_mean((pred - y) ** 2)
    for p, g in zip((w, v), tape.gradient(loss, (w, v))):
        p.assign_sub(0.05 * g)
    alive = sum(int(tf.math.count_nonzero(masked(p))) for p in (w, v))
    print(step, alive, float(loss))
