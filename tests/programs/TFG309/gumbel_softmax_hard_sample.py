# effect: zero
# the hard sample of a Gumbel softmax, with the bracket in the wrong place
import tensorflow as tf


class Categorical:
    def __init__(self, size):
        self.logits = tf.Variable(tf.linspace(-1.0, 1.0, size))

    def sample(self, temperature=0.5):
        noise = tf.constant([0.1, 0.5, 0.2])
        soft = tf.nn.softmax((self.logits + noise) / temperature)
        hard = tf.one_hot(tf.argmax(soft), 3)
        return tf.stop_gradient(hard) - soft + soft  # TFG309


policy = Categorical(3)
with tf.GradientTape() as tape:
    cost = tf.reduce_sum(policy.sample() * tf.constant([1.0, 2.0, 4.0]))
print(tape.gradient(cost, policy.logits))
