import tensorflow as tf


class Policy(tf.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.kernel = tf.Variable(tf.random.stateless_normal((states, actions), seed=(1, 4)))
        self.draws = 0

    def logits(self, states):
        return tf.matmul(tf.cast(states, tf.float32), self.kernel)

    def act(self, state):
        self.draws += 1
        logits = self.logits(state[None])
        return int(tf.random.stateless_categorical(logits, 1, seed=(self.draws, 5))[0, 0])

    def log_probability(self, states, actions):
        logs = tf.nn.log_softmax(self.logits(states))
        return tf.gather(logs, actions, axis=1, batch_dims=1)

    def entropy(self, states):
        logs = tf.nn.log_softmax(self.logits(states))
        return -tf.reduce_mean(tf.reduce_sum(tf.exp(logs) * logs, axis=1))
