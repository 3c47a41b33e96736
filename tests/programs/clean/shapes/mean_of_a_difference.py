# effect: ok
# beside: TFG311, TFG510
# the mean of all pairs of a difference is the difference of the means
import tensorflow as tf

critic = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
data = tf.reshape(tf.range(12.0), (4, 3))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.zeros((4,)) - critic(data))
print(tape.gradient(loss, critic.trainable_variables))
