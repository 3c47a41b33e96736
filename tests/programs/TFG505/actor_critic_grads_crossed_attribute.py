# effect: error
# raises: InvalidArgumentError
# the critic's gradients go to the actor's optimizer with the actor's variables
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.actor = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
        self.critic = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])
        self.opts = {"actor": tf.keras.optimizers.Adam(), "critic": tf.keras.optimizers.Adam()}

    def update(self, s):
        with tf.GradientTape(persistent=True) as tape:
            a_loss = tf.reduce_mean(self.actor(s) ** 2)
            c_loss = tf.reduce_mean(self.critic(s) ** 2)
        grads = {
            "actor": tape.gradient(a_loss, self.actor.trainable_variables),
            "critic": tape.gradient(c_loss, self.critic.trainable_variables),
        }
        self.opts["actor"].apply_gradients(  # TFG505
            zip(grads["critic"], self.actor.trainable_variables)
        )


Trainer().update(tf.ones((2, 2)))
