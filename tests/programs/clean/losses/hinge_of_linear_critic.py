# effect: ok
# beside: TFG513
# hinge and Wasserstein losses take any number
import tensorflow as tf

critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])
with tf.GradientTape() as tape:
    real = critic(tf.constant([[0.1, 0.2]]))
    fake = critic(tf.constant([[0.3, 0.1]]))
    loss = tf.keras.losses.Hinge()(tf.ones_like(real), real) + tf.reduce_mean(fake)
print(tape.gradient(loss, critic.trainable_variables))
