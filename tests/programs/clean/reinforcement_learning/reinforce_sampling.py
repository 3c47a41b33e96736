# effect: ok
# beside: TFG310
# the sampled action is an index; its log-probability carries the gradient
import tensorflow as tf

logits = tf.Variable([[0.1, 0.5, -0.2]])


class Policy:
    def __init__(self, table):
        self.table = table

    def __call__(self, n):
        actions = tf.random.categorical(self.table, n, seed=3)[0]
        onehot = tf.one_hot(actions, 3)
        logp = tf.reduce_sum(onehot * tf.nn.log_softmax(self.table), axis=1)
        return tf.cast(actions, tf.float32), logp


with tf.GradientTape() as tape:
    actions, logp = Policy(logits)(5)
    reward = tf.where(actions > 1.0, 1.0, -0.5)
    baseline = tf.reduce_mean(reward)
    loss = -tf.reduce_mean(logp * (reward - baseline))
print(tape.gradient(loss, logits))
