# effect: zero
# the heat equation in a tf.function: the second derivative in space vanishes with leaky relu
import tensorflow as tf

network = tf.keras.Sequential(
    [
        tf.keras.Input((2,)),
        tf.keras.layers.Dense(8),
        tf.keras.layers.LeakyReLU(0.1),
        tf.keras.layers.Dense(1),
    ]
)
optimizer = tf.keras.optimizers.SGD(0.01)


def residual(x, t):
    with tf.GradientTape() as second:
        second.watch(x)
        with tf.GradientTape(persistent=True) as first:
            first.watch([x, t])
            u = network(tf.concat([x, t], axis=1))
        u_x = first.gradient(u, x)
        u_t = first.gradient(u, t)
    u_xx = second.gradient(u_x, x)  # TFG308
    return u_t - 0.1 * u_xx


@tf.function
def train_step(x, t):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(residual(x, t)))
    gradients = tape.gradient(loss, network.trainable_variables)
    pairs = [(g, v) for g, v in zip(gradients, network.trainable_variables) if g is not None]
    optimizer.apply_gradients(pairs)
    return loss


print(train_step(tf.random.uniform((4, 1), seed=1), tf.random.uniform((4, 1), seed=2)))
