# effect: ok
# DDPG: the critic's variables are not the actor step's sources, and predict() only makes targets
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


def make_actor():
    x = tf.keras.Input((3,))
    h = tf.keras.layers.Dense(8, activation="relu")(x)
    return tf.keras.Model(x, tf.keras.layers.Dense(1, activation="tanh")(h))


def make_critic():
    s, a = tf.keras.Input((3,)), tf.keras.Input((1,))
    h = tf.keras.layers.Concatenate()([s, a])
    h = tf.keras.layers.Dense(8, activation="relu")(h)
    return tf.keras.Model([s, a], tf.keras.layers.Dense(1)(h))


actor, critic = make_actor(), make_critic()
target_actor, target_critic = make_actor(), make_critic()
target_actor.set_weights(actor.get_weights())
target_critic.set_weights(critic.get_weights())
a_opt, c_opt = tf.keras.optimizers.Adam(1e-3), tf.keras.optimizers.Adam(2e-3)
rng = np.random.default_rng(3)
s = tf.constant(rng.normal(size=(5, 3)), tf.float32)
a = tf.constant(rng.uniform(-1, 1, (5, 1)), tf.float32)
r = rng.normal(size=(5, 1)).astype("float32")
s2 = rng.normal(size=(5, 3)).astype("float32")


def soft_update(target, source, tau=0.005):
    weights = [tau * w + (1 - tau) * t for w, t in zip(source.get_weights(), target.get_weights())]
    target.set_weights(weights)


y = r + 0.99 * target_critic.predict([s2, target_actor.predict(s2, verbose=0)], verbose=0)
with tf.GradientTape() as tape:
    critic_value = critic([s, a], training=True)
    critic_loss = tf.math.reduce_mean(tf.math.square(y - critic_value))
c_grad = tape.gradient(critic_loss, critic.trainable_variables)
c_opt.apply_gradients(zip(c_grad, critic.trainable_variables))

with tf.GradientTape() as tape:
    actions = actor(s, training=True)
    actor_loss = -tf.math.reduce_mean(critic([s, actions], training=True))
a_grad = tape.gradient(actor_loss, actor.trainable_variables)
a_opt.apply_gradients(zip(a_grad, actor.trainable_variables))
soft_update(target_actor, actor)
soft_update(target_critic, critic)
