# effect: ok
# beside: TFG805
# the tf.Variable is added to the list of sources by hand
import tensorflow as tf


class Policy(tf.keras.Model):
    def __init__(self, n):
        super().__init__()
        self.net = tf.keras.layers.Dense(n)
        self.log_std = tf.Variable(tf.zeros(n))

    def call(self, s):
        return self.net(s)


pi = Policy(2)
opt = tf.keras.optimizers.Adam(1e-3)
s = tf.random.normal((5, 3))
a = tf.random.normal((5, 2))
pi(s)
params = pi.trainable_variables + [pi.log_std]
for _ in range(2):
    with tf.GradientTape() as tape:
        mu = pi(s)
        lp = -tf.reduce_sum(((a - mu) / tf.exp(pi.log_std)) ** 2 / 2 + pi.log_std, axis=-1)
        loss = -tf.reduce_mean(lp)
    opt.apply_gradients(zip(tape.gradient(loss, params), params))
