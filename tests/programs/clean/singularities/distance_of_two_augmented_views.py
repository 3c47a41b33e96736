# effect: ok
# the same computation on both sides, with other random numbers each time
import tensorflow as tf

tf.keras.utils.set_random_seed(1)
encoder = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(8)])
noise = tf.keras.layers.GaussianNoise(0.3)
x = tf.random.normal((5, 4))


def shaken(images):
    return images + tf.random.normal(tf.shape(images))


with tf.GradientTape() as tape:
    views = tf.norm(encoder(shaken(x)) - encoder(shaken(x)), axis=1)
    noisy = tf.norm(encoder(noise(x, training=True)) - encoder(noise(x, training=True)), axis=1)
    loss = tf.reduce_mean(views) + tf.reduce_mean(noisy)
print(tape.gradient(loss, encoder.trainable_variables))
