# effect: ok
# two players in modules that import each other take turns and freeze one another
import tensorflow as tf

import discriminator
import generator


def real_samples(count):
    return tf.random.stateless_normal((count, 2), seed=(1, 5), mean=1.0, stddev=0.3)


def main():
    discriminator_optimizer = tf.keras.optimizers.SGD(0.05)
    generator_optimizer = tf.keras.optimizers.SGD(0.05)
    for step in range(2):
        noise = tf.random.stateless_normal((8, 3), seed=(2, step))
        first = discriminator.step(discriminator_optimizer, real_samples(8), noise)
        second = generator.step(generator_optimizer, noise)
        print(step, float(first), float(second), generator.diversity(noise))


if __name__ == "__main__":
    main()
