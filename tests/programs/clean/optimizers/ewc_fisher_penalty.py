# effect: ok
# Continual learning: Fisher diagonal summed in NumPy, anchors as constants
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(86)
net = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
opt = tf.keras.optimizers.SGD(0.1)


def fisher_diagonal(x):
    total = [np.zeros(v.shape, np.float32) for v in net.trainable_variables]
    for i in range(len(x)):
        with tf.GradientTape() as tape:
            logp = tf.nn.log_softmax(net(x[i : i + 1]))
            label = tf.random.categorical(logp, 1)[0, 0]
            ll = logp[0, label]
        for t, g in zip(total, tape.gradient(ll, net.trainable_variables)):
            t += g.numpy() ** 2
    return [tf.constant(t / len(x)) for t in total]


def train(x, y, penalty=None, steps=2):
    for _ in range(steps):
        with tf.GradientTape() as tape:
            ce = tf.nn.sparse_softmax_cross_entropy_with_logits(y, net(x))
            loss = tf.reduce_mean(ce)
            if penalty is not None:
                loss += penalty()
        grads = tape.gradient(loss, net.trainable_variables)
        opt.apply_gradients(zip(grads, net.trainable_variables))
    return float(loss)


xa, ya = tf.random.normal((6, 4)), tf.constant([0, 1, 2, 0, 1, 2])
xb, yb = tf.random.normal((6, 4)), tf.constant([2, 1, 0, 2, 1, 0])
print(train(xa, ya))
fisher = fisher_diagonal(xa)
anchor = [tf.identity(v) for v in net.trainable_variables]


def ewc():
    terms = [
        tf.reduce_sum(f * tf.square(v - a))
        for f, v, a in zip(fisher, net.trainable_variables, anchor)
    ]
    return 10.0 * tf.add_n(terms)


print(train(xb, yb, penalty=ewc))
