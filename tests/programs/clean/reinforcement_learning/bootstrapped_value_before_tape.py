# effect: ok
# beside: TFG526
# the value of the next state is computed before the tape
import tensorflow as tf

critic = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
state, following = tf.constant([[1.0, 0.0]]), tf.constant([[0.0, 1.0]])
bootstrap = 1.0 + 0.9 * critic(following)
with tf.GradientTape() as tape:
    error = bootstrap - critic(state)
    loss = tf.reduce_mean(tf.square(error))
print(tape.gradient(loss, critic.trainable_variables))
