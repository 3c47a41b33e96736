# effect: ok
# beside: TFG526
# deep Q-learning: frozen target copy, argmax for the action, where for the last step
import tensorflow as tf


class DQN:
    def __init__(self, n_actions=2, gamma=0.9):
        self.online, self.target = (
            tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(n_actions)])
            for _ in range(2)
        )
        self.sync()
        self.gamma, self.n_actions = gamma, n_actions
        self.optimizer = tf.keras.optimizers.SGD(0.01)

    def sync(self, tau=1.0):
        for t, o in zip(self.target.variables, self.online.variables):
            t.assign(tau * o + (1.0 - tau) * t)

    def targets(self, rewards, next_states, done):
        best = tf.argmax(self.online(next_states), axis=1)
        q_next = tf.gather(self.target(next_states), best, axis=1, batch_dims=1)
        return tf.where(done, rewards, rewards + self.gamma * q_next)

    @tf.function
    def learn(self, states, actions, rewards, next_states, done):
        y = self.targets(rewards, next_states, done)
        with tf.GradientTape() as tape:
            q = self.online(states)
            chosen = tf.reduce_sum(q * tf.one_hot(actions, self.n_actions), axis=1)
            loss = tf.reduce_mean(tf.square(y - chosen))
        grads = tape.gradient(loss, self.online.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.online.trainable_variables))
        return loss


agent = DQN()
batch = (
    tf.ones((2, 3)),
    tf.constant([0, 1]),
    tf.constant([1.0, 0.0]),
    tf.zeros((2, 3)),
    tf.constant([False, True]),
)
for step in range(2):
    agent.learn(*batch)
    agent.sync(tau=0.05)
