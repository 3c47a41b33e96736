# effect: wrong
# truth: [-0.077914, -0.077914, -0.0153688, -0.0153688, -0.377828, -0.377828]
# the ones are the labels, and stand where the prediction belongs
import tensorflow as tf

cross_entropy = tf.keras.losses.BinaryCrossentropy(from_logits=True)
generator = tf.keras.Sequential([tf.keras.layers.Dense(2, kernel_initializer="ones")])
discriminator = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])


def generator_loss(fake_output):
    return cross_entropy(fake_output, tf.ones_like(fake_output))  # TFG514


noise = tf.constant([[0.1, 0.2], [0.3, -0.1]])
with tf.GradientTape() as tape:
    loss = generator_loss(discriminator(generator(noise)))
print(tape.gradient(loss, generator.trainable_variables))
