# effect: none
# the "value" of the taken action is its index
import tensorflow as tf


class QNet(tf.keras.Model):
    def __init__(self, n):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(4, activation="tanh")
        self.out = tf.keras.layers.Dense(n)

    def call(self, s):
        return self.out(self.hidden(s))


class DQN:
    def __init__(self):
        self.q = QNet(2)
        self.gamma = 0.9

    def best(self, s):
        return tf.cast(tf.argmax(self.q(s), axis=1), tf.float32)  # TFG301

    def td_error(self, s, r):
        current = self.best(s)
        return r - current

    @property
    def params(self):
        return self.q.trainable_variables


agent = DQN()
with tf.GradientTape() as tape:
    err = agent.td_error(tf.ones((3, 2)), tf.constant([1.0, 0.0, 1.0]))
    loss = tf.reduce_mean(err**2)
print(tape.gradient(loss, agent.params))
