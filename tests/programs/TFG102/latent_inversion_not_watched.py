# effect: none
# GAN inversion: the latent code is a plain random tensor
import tensorflow as tf

tf.random.set_seed(0)
decoder = tf.keras.layers.Dense(6, kernel_initializer="ones")
goal = tf.linspace(0.0, 1.0, 6)[tf.newaxis]
z = tf.random.normal([1, 2])
for _ in range(2):
    with tf.GradientTape() as tape:
        recon = decoder(z)
        loss = tf.reduce_mean(tf.abs(recon - goal))
    dz = tape.gradient(loss, z)  # TFG102
    if dz is not None:
        z = z - 0.1 * dz
