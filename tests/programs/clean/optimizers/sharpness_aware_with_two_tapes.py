# effect: ok
# weights are moved to the neighbour and back around a second tape: both gradients are right
import tensorflow as tf

w = tf.Variable([1.0, 2.0])


def loss_fn():
    return tf.reduce_sum(w**4)


for _ in range(2):
    with tf.GradientTape() as tape:
        loss = loss_fn()
    g = tape.gradient(loss, w)
    eps = 0.05 * g / (tf.norm(g) + 1e-12)
    w.assign_add(eps)
    with tf.GradientTape() as tape:
        loss = loss_fn()
    sharp = tape.gradient(loss, w)
    w.assign_sub(eps)
    w.assign_sub(0.01 * sharp)
