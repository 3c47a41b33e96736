# effect: ok
# beside: TFG412
# a critic that is trained more often than the generator, without a trace
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.generator = tf.keras.layers.Dense(2)
        self.critic = tf.keras.layers.Dense(1)
        self.step = 0
        self.optimizers = tf.keras.optimizers.Adam(), tf.keras.optimizers.Adam()

    def train(self, noise):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.critic(self.generator(noise)))
        weights = self.critic.trainable_variables
        self.optimizers[0].apply_gradients(zip(tape.gradient(loss, weights), weights))
        self.step += 1
        if self.step % 3 == 0:
            with tf.GradientTape() as tape:
                loss = -tf.reduce_mean(self.critic(self.generator(noise)))
            weights = self.generator.trainable_variables
            self.optimizers[1].apply_gradients(zip(tape.gradient(loss, weights), weights))


trainer = Trainer()
for _ in range(6):
    trainer.train(tf.ones((4, 3)))
