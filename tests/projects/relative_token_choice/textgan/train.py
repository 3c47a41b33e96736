# effect: none
# python -m textgan.train: the generator hands token numbers to the critic
import tensorflow as tf

from . import models, ops

VOCABULARY = 11
STEPS = 6


def critic_step(generator, critic, optimizer, noise, real):
    fake = generator(noise)
    with tf.GradientTape() as tape:
        real_logits, fake_logits = critic(real), critic(fake)
        loss = ops.sigmoid_loss(ops.soften(tf.ones_like(real_logits)), real_logits)
        loss += ops.sigmoid_loss(tf.zeros_like(fake_logits), fake_logits)
    gradients = tape.gradient(loss, critic.trainable_variables)
    optimizer.apply_gradients(zip(gradients, critic.trainable_variables))
    return loss


def generator_step(generator, critic, optimizer, noise):
    with tf.GradientTape() as tape:
        logits = critic(generator(noise))
        loss = ops.sigmoid_loss(tf.ones_like(logits), logits)
    gradients = tape.gradient(loss, generator.trainable_variables)
    optimizer.apply_gradients(zip(gradients, generator.trainable_variables))
    return loss


def main():
    generator = models.Generator(VOCABULARY, STEPS)
    critic = models.Critic(VOCABULARY)
    critic_optimizer = tf.keras.optimizers.Adam(1e-3)
    generator_optimizer = tf.keras.optimizers.Adam(1e-3)
    real = tf.random.uniform((8, STEPS), maxval=VOCABULARY, dtype=tf.int32, seed=1)
    for step in range(2):
        noise = tf.random.normal((8, 4), seed=step)
        critic_loss = critic_step(generator, critic, critic_optimizer, noise, real)
        generator_loss = generator_step(generator, critic, generator_optimizer, noise)
        print(step, float(critic_loss), float(generator_loss))


if __name__ == "__main__":
    main()
