# effect: none
# the latent code that is asked for comes from another call of the encoder
import tensorflow as tf

enc = tf.keras.layers.Dense(2, kernel_initializer="ones")
dec = tf.keras.layers.Dense(3, kernel_initializer="ones")


def autoencode(x):
    return dec(enc(x))


x = tf.constant([[0.1, 0.2, 0.3]])
with tf.GradientTape() as tape:
    z = enc(x)
    recon = autoencode(x)
    loss = tf.reduce_sum(tf.square(recon - x))
print("loss per latent:", tape.gradient(loss, z))  # TFG104
