# effect: ok
# beside: TFG510
# reinforcement learning with squeezed values: rewards, dones and values are all vectors
import tensorflow as tf

critic = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
states = tf.random.normal((5, 3), seed=1)
next_states = tf.random.normal((5, 3), seed=2)
rewards = tf.constant([1.0, 0.0, 0.5, 0.0, 2.0])
dones = tf.constant([0.0, 0.0, 0.0, 1.0, 0.0])
target = rewards + 0.99 * (1.0 - dones) * tf.squeeze(critic(next_states), axis=1)
with tf.GradientTape() as tape:
    error = target - tf.squeeze(critic(states), axis=1)
    loss = tf.reduce_mean(tf.square(error))
gradients = tape.gradient(loss, critic.trainable_variables)
