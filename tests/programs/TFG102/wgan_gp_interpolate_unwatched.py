# effect: none
# gradient penalty: the interpolate is a plain tensor for the inner tape
import tensorflow as tf


class WGAN(tf.keras.Model):
    def __init__(self, critic):
        super().__init__()
        self.critic = critic

    def penalty(self, real, fake, eps):
        mixed = eps * real + (1.0 - eps) * fake
        with tf.GradientTape() as gp_tape:
            score = self.critic(mixed)
        grads = gp_tape.gradient(score, [mixed])[0]  # TFG102
        return grads


critic = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1, activation="tanh")])
gan = WGAN(critic)
print(gan.penalty(tf.ones((2, 3)), tf.zeros((2, 3)), tf.constant([[0.3], [0.6]])))
