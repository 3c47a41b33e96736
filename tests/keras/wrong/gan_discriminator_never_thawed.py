# effect: error
# raises: ValueError
# the critic is frozen for the generator's turn and stays so
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(29)

LATENT_DIM = 3


class Player:
    """A network with its own optimizer."""

    def __init__(self, network, rate):
        self.network = network
        self.optimizer = keras.optimizers.SGD(rate)

    def update(self, gradients, variables):
        self.optimizer.apply_gradients(zip(gradients, variables))


def mlp(inputs, width, outputs, name):
    return keras.Sequential(
        [
            keras.Input((inputs,)),
            layers.Dense(width, activation="tanh"),
            layers.Dense(outputs),
        ],
        name=name,
    )


forger = Player(mlp(LATENT_DIM, 8, 2, "forger"), 0.05)
critic = Player(mlp(2, 8, 1, "critic"), 0.05)


def forger_turn(batch_size):
    noise = tf.random.normal((batch_size, LATENT_DIM))
    critic.network.trainable = False
    with tf.GradientTape() as tape:
        verdict = critic.network(forger.network(noise, training=True))
        loss = tf.reduce_mean(tf.nn.softplus(-verdict))
    variables = forger.network.trainable_variables
    forger.update(tape.gradient(loss, variables), variables)
    return loss


def critic_turn(real):
    noise = tf.random.normal((len(real), LATENT_DIM))
    fake = forger.network(noise)
    with tf.GradientTape() as tape:
        real_loss = tf.reduce_mean(tf.nn.softplus(-critic.network(real)))
        fake_loss = tf.reduce_mean(tf.nn.softplus(critic.network(fake)))
        loss = real_loss + fake_loss
    variables = critic.network.trainable_variables
    gradients = tape.gradient(loss, variables)  # TFG803
    critic.update(gradients, variables)
    return loss


rng = np.random.default_rng(2)
real_points = rng.normal(loc=(2.0, -1.0), scale=0.3, size=(48, 2)).astype("float32")
losses = []
for start in range(0, len(real_points), 16):
    batch = tf.constant(real_points[start : start + 16])
    forger_loss = forger_turn(len(batch))
    critic_loss = critic_turn(batch)
    losses.append((forger_loss.numpy(), critic_loss.numpy()))
print(np.array(losses).mean(axis=0))
