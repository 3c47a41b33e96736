# effect: nan
# log of a softmax that underflows
import tensorflow as tf


class Policy(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.scale = tf.Variable(1.0)

    def call(self, s):
        return tf.nn.softmax(self.scale * s)


def neg_log_likelihood(policy, s, a):
    probs = policy(s)
    logp = tf.math.log(probs)  # TFG603
    return -tf.reduce_sum(logp * tf.one_hot(a, 2))


policy = Policy()
with tf.GradientTape() as tape:
    loss = neg_log_likelihood(policy, tf.constant([[0.0, 1000.0]]), tf.constant([0]))
print(tape.gradient(loss, policy.scale))
