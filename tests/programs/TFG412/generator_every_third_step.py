# effect: wrong
# truth: eager
# Python counts the traces: the generator is never trained
import tensorflow as tf


class Trainer:
    def __init__(self, generator, critic, every):
        self.generator = generator
        self.critic = critic
        self.every = every
        self.step = 0
        self.generator_optimizer = tf.keras.optimizers.SGD(0.1)
        self.critic_optimizer = tf.keras.optimizers.SGD(0.1)
        self.generator_optimizer.build(generator.trainable_variables)
        self.critic_optimizer.build(critic.trainable_variables)

    @tf.function
    def train_step(self, real, noise):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.critic(self.generator(noise)) - self.critic(real))
        gradients = tape.gradient(loss, self.critic.trainable_variables)
        self.critic_optimizer.apply_gradients(zip(gradients, self.critic.trainable_variables))
        self.step += 1
        if self.step % self.every == 0:  # TFG412
            with tf.GradientTape() as tape:
                loss = -tf.reduce_mean(self.critic(self.generator(noise)))
            gradients = tape.gradient(loss, self.generator.trainable_variables)
            self.generator_optimizer.apply_gradients(
                zip(gradients, self.generator.trainable_variables)
            )


tf.keras.utils.set_random_seed(1)
generator = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
critic = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
trainer = Trainer(generator, critic, 3)
for _ in range(6):
    trainer.train_step(tf.ones((4, 3)), tf.ones((4, 2)))
