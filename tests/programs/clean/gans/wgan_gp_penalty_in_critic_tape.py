# effect: ok
# WGAN-GP with the penalty's gradient inside the critic's tape
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
gen = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
critic = tf.keras.Sequential(
    [tf.keras.Input((3,)), tf.keras.layers.Dense(5, activation="tanh"), tf.keras.layers.Dense(1)]
)
c_opt = tf.keras.optimizers.Adam(1e-4)


def gradient_penalty(real, fake):
    eps = tf.random.uniform((tf.shape(real)[0], 1))
    mixed = real + eps * (fake - real)
    with tf.GradientTape() as gp_tape:
        gp_tape.watch(mixed)
        score = critic(mixed, training=True)
    slopes = gp_tape.gradient(score, [mixed])[0]
    norm = tf.sqrt(tf.reduce_sum(tf.square(slopes), axis=1) + 1e-12)
    return tf.reduce_mean((norm - 1.0) ** 2)


@tf.function
def critic_step(real):
    noise = tf.random.normal((tf.shape(real)[0], 2))
    with tf.GradientTape() as tape:
        fake = gen(noise, training=True)
        cost = tf.reduce_mean(critic(fake)) - tf.reduce_mean(critic(real))
        loss = cost + 10.0 * gradient_penalty(real, fake)
    grads = tape.gradient(loss, critic.trainable_variables)
    c_opt.apply_gradients(zip(grads, critic.trainable_variables))
    return loss


print(float(critic_step(tf.ones((4, 3)))))
