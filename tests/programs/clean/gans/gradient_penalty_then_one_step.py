# effect: ok
# nested tapes for a gradient penalty; the only step comes after both
import tensorflow as tf

critic = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(4, activation="tanh"), tf.keras.layers.Dense(1)]
)
optimizer = tf.keras.optimizers.Adam(1e-3)
real = tf.constant([[1.0, 2.0], [0.5, 0.1]])
fake = tf.constant([[0.0, 0.3], [0.2, 0.9]])

with tf.GradientTape() as tape:
    middle = 0.3 * real + 0.7 * fake
    with tf.GradientTape() as inner:
        inner.watch(middle)
        scores = critic(middle)
    slopes = inner.gradient(scores, middle)
    norms = tf.sqrt(tf.reduce_sum(tf.square(slopes), axis=1) + 1e-12)
    penalty = tf.reduce_mean(tf.square(norms - 1.0))
    loss = tf.reduce_mean(critic(fake)) - tf.reduce_mean(critic(real)) + 10.0 * penalty
variables = critic.trainable_variables[:3]
grads = tape.gradient(loss, variables)
optimizer.apply_gradients(zip(grads, variables))
