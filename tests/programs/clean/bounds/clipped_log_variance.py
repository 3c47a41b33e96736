# effect: ok
# beside: TFG312, TFG606
# bounds that ordinary numbers pass
import tensorflow as tf

MIN_LOGVAR, MAX_LOGVAR = -20.0, 2.0


class Policy(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.mu = tf.keras.layers.Dense(2)
        self.logvar = tf.keras.layers.Dense(2)

    def call(self, s):
        return self.mu(s), tf.clip_by_value(self.logvar(s), MIN_LOGVAR, MAX_LOGVAR)


policy = Policy()
s = tf.random.normal((16, 4))
a = tf.random.normal((16, 2))
with tf.GradientTape() as tape:
    mu, lv = policy(s)
    nll = 0.5 * tf.reduce_mean(lv + tf.square(a - mu) / tf.exp(lv))
print(tape.gradient(nll, policy.trainable_variables))
