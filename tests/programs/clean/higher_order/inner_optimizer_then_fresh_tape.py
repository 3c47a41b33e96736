# effect: ok
# an optimizer step inside another tape's block that nobody differentiates through
import tensorflow as tf

critic = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
z = tf.Variable([[0.5]])
sgd = tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as outer:
    for _ in range(2):
        with tf.GradientTape() as tape:
            critic_loss = tf.reduce_mean(tf.square(critic(tf.stop_gradient(z)) - 1.0))
        grads = tape.gradient(critic_loss, critic.trainable_variables)
        sgd.apply_gradients(zip(grads, critic.trainable_variables))
    score = -tf.reduce_mean(critic(tf.tanh(z)))
print(outer.gradient(score, z))
