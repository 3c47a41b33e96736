# effect: error
# raises: RuntimeError
# actor and critic ask the tape that an agent object keeps
import tensorflow as tf


class Agent:
    def __init__(self):
        self.actor = tf.Variable([0.1, 0.2])
        self.critic = tf.Variable(0.5)
        self.tape = None

    def forward(self, s):
        with tf.GradientTape() as self.tape:
            logp = tf.nn.log_softmax(self.actor * s)[0]
            value = self.critic * s
            self.actor_loss = -logp
            self.critic_loss = tf.square(1.0 - value)

    def actor_grad(self):
        return self.tape.gradient(self.actor_loss, self.actor)

    def critic_grad(self):
        return self.tape.gradient(self.critic_loss, self.critic)  # TFG105


agent = Agent()
agent.forward(tf.constant(2.0))
print(agent.actor_grad(), agent.critic_grad())
