# effect: wrong
# truth: [-0.813, -0.554, -1.7]
# reinforcement learning: rewards are a vector, the values of the next states a column
import tensorflow as tf

critic = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")])
states = tf.constant([[0.1, 0.2], [0.3, 0.1], [0.5, 0.9], [0.7, 0.4]])
next_states = states + 0.1
rewards = tf.constant([1.0, 0.0, 0.0, 2.0])
gamma = 0.9


def update():
    bootstrapped = tf.stop_gradient(rewards + gamma * critic(next_states))  # TFG510
    with tf.GradientTape() as tape:
        value = critic(states)
        loss = tf.reduce_mean(tf.square(bootstrapped - value))
    return tape.gradient(loss, critic.trainable_variables)


update()
