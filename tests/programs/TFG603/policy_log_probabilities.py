# effect: nan
# probabilities and their logs in two methods
import tensorflow as tf


class Policy(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([[50.0, -60.0], [40.0, -70.0]])

    def probs(self, s):
        return tf.nn.softmax(s @ self.w)

    def log_prob(self, s, a):
        log_p = tf.math.log(self.probs(s))  # TFG603
        return tf.reduce_sum(log_p * tf.one_hot(a, 2), axis=1)


policy = Policy()
states, actions = tf.constant([[1.0, 1.0]]), tf.constant([1])
advantage = tf.constant([2.0])
with tf.GradientTape() as tape:
    loss = -tf.reduce_mean(policy.log_prob(states, actions) * advantage)
print(tape.gradient(loss, policy.w))
