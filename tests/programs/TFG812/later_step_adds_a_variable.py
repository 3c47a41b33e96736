# effect: error
# raises: ValueError
# the temperature joins the trained variables after the first step
import tensorflow as tf


class Agent:
    def __init__(self):
        self.weight = tf.Variable(2.0)
        self.temperature = tf.Variable(0.5)
        self.optimizer = tf.keras.optimizers.RMSprop(0.01)

    def step(self, variables):
        with tf.GradientTape() as tape:
            loss = tf.square(self.weight) + tf.square(self.temperature)
        gradients = tape.gradient(loss, variables)
        self.optimizer.apply_gradients(zip(gradients, variables))  # TFG812


agent = Agent()
agent.step([agent.weight])
agent.step([agent.weight, agent.temperature])
