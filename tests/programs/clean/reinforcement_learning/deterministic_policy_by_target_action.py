# effect: ok
# beside: TFG309
# the difference of a detached action and the action carries the critic's gradient to the actor
import tensorflow as tf

actor = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2, activation="tanh")])
critic = tf.keras.Sequential([tf.keras.Input((5,)), tf.keras.layers.Dense(1)])
states = tf.random.normal((4, 3), seed=1)
with tf.GradientTape(persistent=True) as tape:
    actions = actor(states)
    value = critic(tf.concat([states, actions], axis=1))
    slope = tape.gradient(value, actions)
    wanted = tf.stop_gradient(slope + actions)
    loss = tf.reduce_mean(0.5 * tf.reduce_sum(tf.square(wanted - actions), axis=-1))
print(tape.gradient(loss, actor.trainable_variables))
