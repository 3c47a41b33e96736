# effect: wrong
# truth: [0.0223041, 0.0223041, 0.0223041, 0.208738, 0.208738, 0.208738, 0.659428, 0.659428, 0.659428, 0.231042, 0.231042, 0.231042, 0.659428]
# the discriminator ends in a sigmoid, and its loss applies another one
import tensorflow as tf

discriminator = tf.keras.Sequential(name="discriminator")
discriminator.add(tf.keras.layers.Dense(3, activation="relu", kernel_initializer="ones"))
discriminator.add(tf.keras.layers.Dense(1, kernel_initializer="ones"))
discriminator.add(tf.keras.layers.Activation("sigmoid"))


def discriminator_loss(real_output, fake_output):
    real = tf.nn.sigmoid_cross_entropy_with_logits(  # TFG512
        labels=tf.ones_like(real_output), logits=real_output
    )
    fake = tf.nn.sigmoid_cross_entropy_with_logits(  # TFG512
        labels=tf.zeros_like(fake_output), logits=fake_output
    )
    return tf.reduce_mean(real) + tf.reduce_mean(fake)


real_images = tf.constant([[0.5, 0.2]])
fake_images = tf.constant([[0.1, 0.3]])
with tf.GradientTape() as tape:
    loss = discriminator_loss(discriminator(real_images), discriminator(fake_images))
print(tape.gradient(loss, discriminator.trainable_variables))
