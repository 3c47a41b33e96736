# effect: wrong
# truth: [0.872108, 0.872108, 1.00393, 1.00393, 1.13574, 1.13574, 1.45, 1.45]
# a Keras loss object reduces by itself; the second term comes from a function that does not
import tensorflow as tf

encoder = tf.keras.layers.Dense(2, kernel_initializer="ones")
images = tf.reshape(tf.linspace(0.0, 1.0, 12), (4, 3))
codes = tf.ones((4, 2)) * 0.3
mean_squared = tf.keras.losses.MeanSquaredError()


def total_loss(batch):
    encoded = encoder(batch)
    reconstruction = mean_squared(codes, encoded)
    sparsity = tf.keras.losses.MAE(tf.zeros_like(encoded), encoded)
    return reconstruction + 0.5 * sparsity  # TFG511


with tf.GradientTape() as tape:
    loss = total_loss(images)
tape.gradient(loss, encoder.trainable_variables)
