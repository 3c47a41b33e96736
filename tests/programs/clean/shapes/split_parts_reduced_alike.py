# effect: ok
# beside: TFG511
# both terms are numbers before they are added
import tensorflow as tf

encoder = tf.keras.Sequential([tf.keras.Input((6,)), tf.keras.layers.Dense(4)])
data = tf.random.normal((5, 6))
with tf.GradientTape() as tape:
    mean, log_variance = tf.split(encoder(data), 2, axis=1)
    divergence = -0.5 * tf.reduce_sum(
        1 + log_variance - tf.square(mean) - tf.exp(log_variance), axis=1
    )
    loss = tf.reduce_mean(tf.square(mean)) + tf.reduce_mean(divergence)
print(tape.gradient(loss, encoder.trainable_variables))
