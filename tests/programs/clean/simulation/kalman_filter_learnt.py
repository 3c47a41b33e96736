# effect: ok
# Learnt noise covariances through a Kalman filter; determinant and solve on the path
import tensorflow as tf

tf.random.set_seed(105)
log_q, log_r = tf.Variable(-1.0), tf.Variable(0.0)
f = tf.constant([[1.0, 1.0], [0.0, 1.0]])
h = tf.constant([[1.0, 0.0]])
obs = tf.cumsum(tf.random.normal((12,), stddev=0.5))


def filter_nll(obs):
    q, r = tf.exp(log_q) * tf.eye(2), tf.exp(log_r) * tf.eye(1)
    mean, cov = tf.zeros((2, 1)), tf.eye(2)
    nll = 0.0
    means = []
    for z in tf.unstack(obs):
        mean = f @ mean
        cov = f @ cov @ tf.transpose(f) + q
        innovation = tf.reshape(z, (1, 1)) - h @ mean
        s = h @ cov @ tf.transpose(h) + r
        gain = tf.transpose(tf.linalg.solve(s, h @ cov))
        nll += 0.5 * (tf.math.log(s[0, 0]) + innovation[0, 0] ** 2 / s[0, 0])
        mean = mean + gain @ innovation
        cov = (tf.eye(2) - gain @ h) @ cov
        means.append(mean[0, 0])
    return nll, tf.stack(means)


opt = tf.keras.optimizers.Adam(0.05)
for it in range(3):
    with tf.GradientTape() as tape:
        nll, track = filter_nll(obs)
    grads = tape.gradient(nll, [log_q, log_r])
    opt.apply_gradients(zip(grads, [log_q, log_r]))
    rmse = tf.sqrt(tf.reduce_mean((track - obs) ** 2)).numpy()
    print(it, float(nll), rmse)
