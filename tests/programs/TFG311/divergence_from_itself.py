# effect: zero
# the old policy is the same tensor as the new one
import tensorflow as tf


class Actor(tf.keras.Model):
    def __init__(self, n):
        super().__init__()
        self.body = tf.keras.layers.Dense(32, activation="tanh")
        self.head = tf.keras.layers.Dense(n)

    def call(self, s):
        return tf.nn.log_softmax(self.head(self.body(s)))


actor = Actor(3)
states = tf.random.normal((6, 4))
with tf.GradientTape() as tape:
    logp = actor(states)
    old_logp = logp
    kl = tf.reduce_mean(tf.reduce_sum(tf.exp(old_logp) * (old_logp - logp), axis=1))  # TFG311
grads = tape.gradient(kl, actor.trainable_variables)
print([tf.norm(g).numpy() for g in grads])
