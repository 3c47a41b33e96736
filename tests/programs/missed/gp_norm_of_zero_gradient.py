# effect: nan
# gradient penalty whose gradient is exactly zero: norm of zeros
import tensorflow as tf


class Critic(tf.Module):
    def __init__(self):
        self.w = tf.Variable([0.0, 0.0])

    def __call__(self, x):
        return tf.reduce_sum(self.w * x, axis=-1)


def penalty(critic, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        score = critic(x)
    g = tape.gradient(score, x)
    return tf.reduce_mean((tf.norm(g, axis=1) - 1.0) ** 2)  # TFG602


critic = Critic()
with tf.GradientTape() as outer:
    gp = penalty(critic, tf.ones((3, 2)))
print(outer.gradient(gp, critic.w))
