# effect: wrong
# truth: [0.925618, 0.967324, 1.65521, -0.833125, -0.562203, -0.672917, -0.81104, 1.3169, 0.392971, 1.34074, 0.810948, -0.774555, 0.539232, 1.03816, 0.451508, -1.49275, -0.295715, 0.362453, -0.573044, -0.120602, 0.346023, 1.18916, 0.956723, -0.371613, 0.223758, 0.788569, 0.730117, 1.11091]
# mean and variance come from one layer, by tf.split
import tensorflow as tf

tf.keras.utils.set_random_seed(4)
encoder = tf.keras.Sequential([tf.keras.Input((6,)), tf.keras.layers.Dense(4)])
decoder = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(6)])
data = tf.random.normal((5, 6))
noise = tf.random.normal((5, 2))
with tf.GradientTape() as tape:
    mean, log_variance = tf.split(encoder(data), 2, axis=1)
    rebuilt = decoder(mean + tf.exp(0.5 * log_variance) * noise)
    error = tf.reduce_mean(tf.square(rebuilt - data))
    divergence = -0.5 * tf.reduce_sum(
        1 + log_variance - tf.square(mean) - tf.exp(log_variance), axis=1
    )
    loss = error + divergence  # TFG511
print(tape.gradient(loss, encoder.trainable_variables)[0])
