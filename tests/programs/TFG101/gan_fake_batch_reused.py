# effect: none
# the fake batch is made once, before the generator's tape opens
import tensorflow as tf

tf.random.set_seed(1)
generator = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
critic = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
g_opt = tf.keras.optimizers.Adam(1e-3)
d_opt = tf.keras.optimizers.Adam(1e-3)
bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)


def step(real):
    noise = tf.random.normal([4, 2])
    fake = generator(noise, training=True)  # TFG101
    with tf.GradientTape() as d_tape:
        d_real = critic(real)
        d_fake = critic(fake)
        d_loss = bce(tf.ones_like(d_real), d_real) + bce(tf.zeros_like(d_fake), d_fake)
    d_grads = d_tape.gradient(d_loss, critic.trainable_variables)
    d_opt.apply_gradients(zip(d_grads, critic.trainable_variables))

    with tf.GradientTape() as g_tape:
        g_loss = bce(tf.ones((4, 1)), critic(fake))
    return g_loss, g_tape.gradient(g_loss, generator.trainable_variables)


loss, grads = step(tf.ones((4, 3)))
print(float(loss), grads)
