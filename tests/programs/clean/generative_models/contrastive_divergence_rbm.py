# effect: ok
# RBM: binary samples by comparison with noise are data, free energies are differentiated
import tensorflow as tf

tf.random.set_seed(90)
w = tf.Variable(tf.random.normal((6, 4), stddev=0.1))
b, c = tf.Variable(tf.zeros(6)), tf.Variable(tf.zeros(4))


def bernoulli(p):
    return tf.cast(tf.random.uniform(tf.shape(p)) < p, tf.float32)


def free_energy(v):
    return -tf.linalg.matvec(v, b) - tf.reduce_sum(tf.nn.softplus(v @ w + c), axis=1)


def gibbs(v, k=2):
    for _ in range(k):
        h = bernoulli(tf.sigmoid(v @ w + c))
        v = bernoulli(tf.sigmoid(h @ tf.transpose(w) + b))
    return v


data = bernoulli(tf.fill((5, 6), 0.5))
for epoch in range(3):
    with tf.GradientTape() as tape:
        fantasy = tf.stop_gradient(gibbs(data))
        cost = tf.reduce_mean(free_energy(data)) - tf.reduce_mean(free_energy(fantasy))
        error = tf.reduce_mean(tf.cast(data != fantasy, tf.float32)).numpy()
    for v, g in zip((w, b, c), tape.gradient(cost, (w, b, c))):
        v.assign_sub(0.1 * g)
    print(epoch, error, float(cost))
