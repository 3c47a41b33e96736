# effect: wrong
# truth: [0.0666667, -0.0833333, 0.0166667, 0, 0.0166667, 0.0666667, -0.0833333, 0, 0.333333, -0.166667, -0.166667, 0, 0.0833333, -0.0166667, -0.0666667, 0.0833333, -0.0166667, -0.0666667, 0.0833333, -0.0166667, -0.0666667, 0.0833333, -0.0166667, -0.0666667, 0.333333, -0.166667, -0.166667]
# the object keeps the loss and the network, each right by itself
import tensorflow as tf


class Critic:
    def __init__(self):
        self.loss = tf.keras.losses.BinaryCrossentropy(from_logits=True)


class Agent:
    def __init__(self, actions):
        self.network = tf.keras.Sequential(
            [
                tf.keras.layers.Dense(4, activation="relu", kernel_initializer="ones"),
                tf.keras.layers.Dense(actions, activation="linear", kernel_initializer="identity"),
            ]
        )
        self.loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=False)

    def imitate(self, observations, actions):
        with tf.GradientTape() as tape:
            scores = self.network(observations)
            loss = self.loss(actions, scores)  # TFG513
        return tape.gradient(loss, self.network.trainable_variables)


agent = Agent(3)
print(agent.imitate(tf.constant([[0.3, -0.1], [0.1, 0.2]]), tf.constant([1, 2])))
