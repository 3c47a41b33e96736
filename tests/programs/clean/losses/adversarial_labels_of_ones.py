# effect: ok
# beside: TFG514
# labels of a GAN in their place
import tensorflow as tf

cross_entropy = tf.keras.losses.BinaryCrossentropy(from_logits=True)
generator = tf.keras.Sequential([tf.keras.layers.Dense(2)])
discriminator = tf.keras.Sequential([tf.keras.layers.Dense(1)])


def generator_loss(fake_output):
    return cross_entropy(tf.ones_like(fake_output), fake_output)


with tf.GradientTape() as tape:
    loss = generator_loss(discriminator(generator(tf.constant([[0.1, 0.2]]))))
print(tape.gradient(loss, generator.trainable_variables))
