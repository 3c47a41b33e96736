# effect: error
# raises: RuntimeError
# a helper of another module asks the tape it is given; two players give it the same tape
import tensorflow as tf

from players import make_player
from updates import apply_gradients, gradients_of

NOISE = tf.random.stateless_normal((5, 2), seed=(4, 4))
REAL = tf.random.stateless_normal((5, 2), seed=(4, 5), mean=2.0)


def losses(generator, critic):
    real, fake = critic(REAL), critic(generator(NOISE))
    return -tf.reduce_mean(fake), tf.reduce_mean(fake) - tf.reduce_mean(real)


def main():
    generator, critic = make_player(2), make_player(1)
    optimizers = tf.keras.optimizers.SGD(0.01), tf.keras.optimizers.SGD(0.01)
    for step in range(2):
        with tf.GradientTape() as tape:
            generator_loss, critic_loss = losses(generator, critic)
        critic_gradients = gradients_of(tape, critic_loss, critic)
        generator_gradients = gradients_of(tape, generator_loss, generator)
        apply_gradients(optimizers[0], critic_gradients, critic)
        apply_gradients(optimizers[1], generator_gradients, generator)
        print(step, float(generator_loss), float(critic_loss))


if __name__ == "__main__":
    main()
