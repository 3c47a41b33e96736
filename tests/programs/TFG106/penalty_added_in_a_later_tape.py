# effect: wrong
# truth: [27.2143, 27.2143, 27.2143, 27.2143, 21.3315, 21.3315, 21.3315, 21.3315, -58.8286, -58.8286, -58.8286, -58.8286, 77.7589, 77.7589, 77.7589, 77.7589]
# the gradient penalty is computed by a helper before the tape that trains the critic
import tensorflow as tf

critic = tf.keras.Sequential(
    [
        tf.keras.Input((2,)),
        tf.keras.layers.Dense(4, activation="tanh", kernel_initializer="ones"),
        tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones"),
    ]
)


def penalty_of(images):
    with tf.GradientTape() as inner:
        inner.watch(images)
        scores = critic(images)
    slopes = inner.gradient(scores, images)  # TFG106
    return tf.reduce_mean((tf.norm(slopes + 1e-6, axis=1) - 1.0) ** 2)


images = tf.constant([[0.1, 0.2], [0.3, 0.4]])
extra = penalty_of(images)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(critic(images)) + 10.0 * extra
print(tape.gradient(loss, critic.trainable_variables))
