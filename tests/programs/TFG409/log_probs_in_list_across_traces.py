# effect: error
# raises: InaccessibleTensorError
# a list on the agent collects log-probabilities inside a traced act(); the loss sums them in another trace
import tensorflow as tf


class Agent(tf.Module):
    def __init__(self):
        self.w = tf.Variable([0.1, 0.2])
        self.saved = []

    @tf.function
    def act(self, s):
        logp = tf.nn.log_softmax(self.w * s)
        self.saved.append(logp[0])  # TFG409
        return logp

    @tf.function
    def grad(self, s):
        with tf.GradientTape() as tape:
            self.act(s)
            loss = -tf.add_n(self.saved)
        return tape.gradient(loss, self.w)


agent = Agent()
print(agent.grad(tf.constant(1.0)))
