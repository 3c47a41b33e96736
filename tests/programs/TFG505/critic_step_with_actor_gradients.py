# effect: wrong
# truth: [0.0, 0.0]
# the critic's step uses the actor's gradients, a slip of copy and paste
import tensorflow as tf


class Agent:
    def __init__(self):
        self.actor = tf.Variable([0.1, 0.2])
        self.critic = tf.Variable([0.5, -0.5])
        self.actor_opt = tf.keras.optimizers.SGD(0.1)
        self.critic_opt = tf.keras.optimizers.SGD(0.1)

    def losses(self, s, reward):
        value = tf.reduce_sum(self.critic * s)
        advantage = reward - value
        log_prob = tf.nn.log_softmax(self.actor * s)[0]
        return -log_prob * tf.stop_gradient(advantage), tf.square(advantage)

    def learn(self, s, reward):
        with tf.GradientTape(persistent=True) as tape:
            actor_loss, critic_loss = self.losses(s, reward)
        actor_grads = tape.gradient(actor_loss, [self.actor])
        critic_grads = tape.gradient(critic_loss, [self.critic])
        self.actor_opt.apply_gradients(zip(actor_grads, [self.actor]))
        self.critic_opt.apply_gradients(zip(actor_grads, [self.critic]))  # TFG505
        return critic_grads


agent = Agent()
for _ in range(2):
    agent.learn(tf.constant([1.0, 2.0]), 3.0)
