# effect: zero
# both bounds of the log-variance are the same number
import tensorflow as tf

MIN_LOGVAR = -2.0
MAX_LOGVAR = -2.0


class Policy(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.mu = tf.keras.layers.Dense(2)
        self.logvar = tf.keras.layers.Dense(2)

    def call(self, s):
        lv = tf.clip_by_value(self.logvar(s), MIN_LOGVAR, MAX_LOGVAR)  # TFG312
        return self.mu(s), lv


policy = Policy()
s = tf.random.normal((16, 4))
a = tf.random.normal((16, 2))
with tf.GradientTape() as tape:
    mu, lv = policy(s)
    nll = 0.5 * tf.reduce_mean(lv + tf.square(a - mu) / tf.exp(lv))
grads = tape.gradient(nll, policy.trainable_variables)
print([tf.reduce_max(tf.abs(g)).numpy() for g in grads])
