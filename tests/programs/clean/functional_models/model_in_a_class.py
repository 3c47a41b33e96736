# effect: ok
# beside: TFG807
# a class that is no Keras model makes functional models and trains them in methods
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.layers import Dense, Input


class Agent:
    def __init__(self, units):
        self.units = units
        self.actor = self._network(2, "softmax")
        self.critic = self._network(1, None)
        self.target = self._network(1, None)
        self.target.set_weights(self.critic.get_weights())
        self.optimizer = keras.optimizers.Adam(1e-3)

    def _network(self, size, activation):
        state = Input((3,))
        h = state
        for units in self.units:
            h = Dense(units, activation="relu")(h)
        return keras.Model(state, Dense(size, activation=activation)(h))

    def learn(self, states, rewards):
        goal = rewards + 0.9 * self.target(states)
        with tf.GradientTape(persistent=True) as tape:
            value = self.critic(states, training=True)
            advantage = tf.stop_gradient(goal - value)
            critic_loss = tf.reduce_mean(tf.square(goal - value))
            actor_loss = -tf.reduce_mean(tf.math.log(self.actor(states)[:, :1] + 1e-6) * advantage)
        for loss, network in ((critic_loss, self.critic), (actor_loss, self.actor)):
            gradients = tape.gradient(loss, network.trainable_variables)
            self.optimizer = keras.optimizers.SGD(1e-3)
            self.optimizer.apply_gradients(zip(gradients, network.trainable_variables))
        del tape


agent = Agent([6, 6])
agent.learn(tf.random.normal((8, 3), seed=1), tf.random.normal((8, 1), seed=2))
