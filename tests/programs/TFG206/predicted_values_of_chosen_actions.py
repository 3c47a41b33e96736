# effect: none
# the number of actions is an attribute of the network, and no path from its weights
import tensorflow as tf


class Values(tf.keras.Model):
    def __init__(self, actions):
        super().__init__()
        self.actions = actions
        self.dense = tf.keras.layers.Dense(actions)

    def call(self, states):
        return self.dense(states)


def step(network, target, states, chosen):
    with tf.GradientTape() as tape:
        values = network.predict_on_batch(states)  # TFG206
        values = tf.reduce_sum(values * tf.one_hot(chosen, depth=network.actions), axis=-1)
        loss = tf.reduce_mean(tf.square(target - values))
    return tape.gradient(loss, network.trainable_variables)


if __name__ == "__main__":
    network = Values(2)
    states = tf.ones((3, 4))
    network(states)
    print(step(network, tf.zeros(3), states, tf.constant([0, 1, 0])))
