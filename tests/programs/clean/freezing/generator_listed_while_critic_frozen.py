# effect: ok
# beside: TFG808
# a stacked model is listed while its critic is frozen, so that the list has the generator only
import tensorflow as tf

generator = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])
critic = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
critic.trainable = False
stacked = tf.keras.Sequential([tf.keras.Input((2,)), generator, critic])
own = stacked.trainable_variables
critic.trainable = True
noise, real = tf.constant([[0.5, 0.1]]), tf.constant([[1.0, 2.0]])
with tf.GradientTape() as tape:
    critic_loss = tf.reduce_mean(critic(generator(noise)) - critic(real))
print(tape.gradient(critic_loss, critic.trainable_variables))
with tf.GradientTape() as tape:
    loss = -tf.reduce_mean(stacked(noise))
print(tape.gradient(loss, own))
