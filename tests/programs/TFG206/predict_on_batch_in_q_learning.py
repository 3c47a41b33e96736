# effect: none
# DQN: the online network is evaluated with predict_on_batch inside the tape
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


class Agent:
    def __init__(self, n_states, n_actions):
        self.n_actions = n_actions
        self.online = self._build(n_states)
        self.target = self._build(n_states)
        self.gamma = 0.95
        self.optimizer = tf.keras.optimizers.Adam(1e-3)

    def _build(self, n_states):
        return tf.keras.Sequential(
            [tf.keras.Input((n_states,)), tf.keras.layers.Dense(self.n_actions)]
        )

    def replay(self, batch):
        s, a, r, s2, done = batch
        next_q = np.max(self.target.predict_on_batch(s2), axis=1)
        goal = (r + (1.0 - done) * self.gamma * next_q).astype("float32")
        with tf.GradientTape() as tape:
            q = self.online.predict_on_batch(s)  # TFG206
            chosen = tf.reduce_sum(q * tf.one_hot(a, self.n_actions), axis=1)
            loss = tf.reduce_mean(tf.square(goal - chosen))
        return tape.gradient(loss, self.online.trainable_variables)


agent = Agent(3, 2)
print(
    agent.replay(
        (
            np.ones((2, 3), "float32"),
            np.array([0, 1]),
            np.array([1.0, 0.0]),
            np.ones((2, 3), "float32"),
            np.array([0.0, 1.0]),
        )
    )
)
