# effect: nan
# the log-determinant of tanh, where the network is far from zero
import tensorflow as tf

network = tf.keras.layers.Dense(2, kernel_initializer="ones")
noise = tf.constant([[0.1, -0.2], [0.3, 0.4]])
with tf.GradientTape() as tape:
    before = network(tf.constant([[7.0, 8.0], [0.1, 0.2]])) + noise
    squashed = tf.tanh(before)
    log_prob = -tf.reduce_sum(tf.math.log1p(-(squashed**2)), axis=1)  # TFG603
    loss = tf.reduce_mean(log_prob)
print(tape.gradient(loss, network.trainable_variables))
