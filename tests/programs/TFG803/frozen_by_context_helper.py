# effect: none
# the critic is frozen for the actor's turn and the thawing was forgotten
import tensorflow as tf

actor = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
critic = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])


def set_trainable(network, flag):
    for layer in network.layers:
        layer.trainable = flag


state = tf.ones((3, 2))
set_trainable(critic, False)
with tf.GradientTape() as tape:
    actor_loss = -tf.reduce_mean(critic(actor(state)))
actor_grads = tape.gradient(actor_loss, actor.trainable_variables)
print(len(actor_grads))

with tf.GradientTape() as tape:
    critic_loss = tf.reduce_mean(tf.square(critic(actor(state)) - 1.0))
critic_grads = tape.gradient(critic_loss, critic.trainable_variables)  # TFG803
print(len(critic_grads))
