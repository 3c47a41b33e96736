# effect: wrong
# truth: eager
# the point between real and fake samples is the same in each step
import random

import tensorflow as tf


class Critic(tf.Module):
    def __init__(self):
        super().__init__()
        self.kernel = tf.Variable([[0.5], [1.5]])

    def __call__(self, samples):
        return tf.square(tf.matmul(samples, self.kernel))

    @tf.function
    def penalty_gradient(self, real, fake):
        share = random.uniform(0.0, 1.0)  # TFG413
        between = share * real + (1.0 - share) * fake
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                inner.watch(between)
                score = self(between)
            slope = inner.gradient(score, between)
            penalty = tf.reduce_mean(tf.square(tf.norm(slope, axis=1) - 1.0))
        return outer.gradient(penalty, self.kernel)


critic = Critic()
for _ in range(3):
    print(critic.penalty_gradient(tf.ones((2, 2)), 3.0 * tf.ones((2, 2))))
