# effect: none
# WGAN weight clipping by replacing the attribute
import tensorflow as tf


class Critic(tf.Module):
    def __init__(self):
        self.w = tf.Variable([[0.5], [2.0]])

    def __call__(self, x):
        return x @ self.w

    def clip(self, c):
        self.w = tf.clip_by_value(self.w, -c, c)  # TFG401


critic = Critic()
for _ in range(2):
    with tf.GradientTape() as tape:
        score = tf.reduce_mean(critic(tf.ones((2, 2))))
    g = tape.gradient(score, critic.w)
    critic.clip(0.01)
print(g)
