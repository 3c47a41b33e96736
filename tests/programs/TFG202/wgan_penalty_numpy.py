# effect: none
# WGAN-GP: the gradient norm is taken with NumPy, so the penalty trains nothing
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
critic = tf.keras.Sequential(
    [
        tf.keras.Input((2,)),
        tf.keras.layers.Dense(4, activation="tanh"),
        tf.keras.layers.Dense(1, use_bias=False),
    ]
)


def gradient_penalty(real, fake):
    eps = tf.random.stateless_uniform((real.shape[0], 1), seed=(1, 2))
    mixed = eps * real + (1.0 - eps) * fake
    with tf.GradientTape() as inner:
        inner.watch(mixed)
        score = critic(mixed)
    slopes = inner.gradient(score, mixed)
    norms = np.linalg.norm(slopes, axis=1)  # TFG202
    return tf.reduce_mean((norms - 1.0) ** 2)


with tf.GradientTape() as tape:
    penalty = 10.0 * gradient_penalty(tf.ones((3, 2)), tf.zeros((3, 2)))
print(tape.gradient(penalty, critic.trainable_variables))
