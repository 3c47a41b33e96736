# effect: ok
# the helper runs while the outer tape records
import tensorflow as tf

critic = tf.keras.Sequential(
    [
        tf.keras.Input((2,)),
        tf.keras.layers.Dense(4, activation="tanh"),
        tf.keras.layers.Dense(1, use_bias=False),
    ]
)


def penalty_of(images):
    with tf.GradientTape() as inner:
        inner.watch(images)
        scores = critic(images)
    slopes = inner.gradient(scores, images)
    return tf.reduce_mean((tf.norm(slopes + 1e-6, axis=1) - 1.0) ** 2)


images = tf.constant([[0.1, 0.2], [0.3, 0.4]])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(critic(images)) + 10.0 * penalty_of(images)
print(tape.gradient(loss, critic.trainable_variables))
