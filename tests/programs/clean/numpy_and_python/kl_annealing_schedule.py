# effect: ok
# Annealing coefficient from the iteration counter, cosine learning rate by assign
import math

import tensorflow as tf

tf.keras.utils.set_random_seed(26)
w = tf.Variable([[0.2, -0.4], [0.1, 0.5]])
opt = tf.keras.optimizers.SGD(0.1)
x = tf.constant([[1.0, 2.0], [3.0, -1.0]])


def cosine(step, total, base):
    return 0.5 * base * (1 + math.cos(math.pi * step / total))


for step in range(4):
    opt.learning_rate.assign(cosine(step, 4, 0.1))
    beta = min(1.0, int(opt.iterations.numpy()) / 2)
    with tf.GradientTape() as tape:
        z = x @ w
        mean, log_var = z[:, :1], z[:, 1:]
        kl = -0.5 * tf.reduce_mean(1 + log_var - mean**2 - tf.exp(log_var))
        rec = tf.reduce_mean((mean - 1.0) ** 2)
        loss = rec + beta * kl
        step_f = tf.cast(opt.iterations, tf.float32)
        loss += 0.001 * tf.exp(-step_f) * tf.nn.l2_loss(w)
    (g,) = tape.gradient(loss, [w])
    opt.apply_gradients([(g, w)])
    print(step, float(opt.learning_rate), float(loss))
