# effect: none
# the penalty's gradient is computed when the discriminator's tape is closed
import tensorflow as tf

critic = tf.keras.Sequential(
    [
        tf.keras.Input((2,)),
        tf.keras.layers.Dense(4, activation="tanh"),
        tf.keras.layers.Dense(1, use_bias=False),
    ]
)


def penalty_from(tape, scores, mixed):
    g = tape.gradient(scores, mixed)  # TFG106
    norm = tf.sqrt(tf.reduce_sum(g**2, axis=1) + 1e-12)
    return tf.reduce_mean((norm - 1.0) ** 2)


def critic_step(real, fake):
    mixed = 0.5 * (real + fake)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            inner.watch(mixed)
            scores = critic(mixed)
    gp = penalty_from(inner, scores, mixed)
    return outer.gradient(gp, critic.trainable_variables)


print(critic_step(tf.ones((2, 2)), tf.zeros((2, 2))))
