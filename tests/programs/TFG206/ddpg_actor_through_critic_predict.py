# effect: none
# the actor's objective asks the critic by predict
import tensorflow as tf


class DDPG:
    def __init__(self):
        self.actor = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
        s = tf.keras.Input((2,))
        a = tf.keras.Input((1,))
        q = tf.keras.layers.Dense(1)(tf.keras.layers.Concatenate()([s, a]))
        self.critic = tf.keras.Model([s, a], q)

    def actor_loss(self, states):
        actions = self.actor(states, training=True)
        return -tf.reduce_mean(self.critic.predict([states, actions], verbose=0))  # TFG206

    def train_actor(self, states):
        with tf.GradientTape() as tape:
            loss = self.actor_loss(states)
        return tape.gradient(loss, self.actor.trainable_variables)


print(DDPG().train_actor(tf.ones((2, 2))))
