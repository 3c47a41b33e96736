# effect: ok
# CycleGAN-like step: one persistent tape, four queries, cycle and identity losses
import tensorflow as tf

tf.keras.utils.set_random_seed(4)
LAMBDA = 10


def net(out):
    return tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(out)])


gen_g, gen_f = net(3), net(3)
disc_x, disc_y = net(1), net(1)
opts = {n: tf.keras.optimizers.Adam(2e-4) for n in ("g", "f", "x", "y")}
bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)


def discriminator_loss(real, generated):
    return 0.5 * (bce(tf.ones_like(real), real) + bce(tf.zeros_like(generated), generated))


def generator_loss(generated):
    return bce(tf.ones_like(generated), generated)


def cycle_loss(real, cycled):
    return LAMBDA * tf.reduce_mean(tf.abs(real - cycled))


def identity_loss(real, same):
    return LAMBDA * 0.5 * tf.reduce_mean(tf.abs(real - same))


@tf.function
def train_step(real_x, real_y):
    with tf.GradientTape(persistent=True) as tape:
        fake_y = gen_g(real_x, training=True)
        cycled_x = gen_f(fake_y, training=True)
        fake_x = gen_f(real_y, training=True)
        cycled_y = gen_g(fake_x, training=True)
        same_x, same_y = gen_f(real_x, training=True), gen_g(real_y, training=True)
        disc_real_x, disc_real_y = disc_x(real_x), disc_y(real_y)
        disc_fake_x, disc_fake_y = disc_x(fake_x), disc_y(fake_y)
        total_cycle = cycle_loss(real_x, cycled_x) + cycle_loss(real_y, cycled_y)
        g_total = generator_loss(disc_fake_y) + total_cycle + identity_loss(real_y, same_y)
        f_total = generator_loss(disc_fake_x) + total_cycle + identity_loss(real_x, same_x)
        dx_loss = discriminator_loss(disc_real_x, disc_fake_x)
        dy_loss = discriminator_loss(disc_real_y, disc_fake_y)
    pairs = (
        ("g", g_total, gen_g),
        ("f", f_total, gen_f),
        ("x", dx_loss, disc_x),
        ("y", dy_loss, disc_y),
    )
    grads = [tape.gradient(loss, model.trainable_variables) for _, loss, model in pairs]
    for (name, _, model), g in zip(pairs, grads):
        opts[name].apply_gradients(zip(g, model.trainable_variables))
    return g_total, f_total


for o, m in zip(opts.values(), (gen_g, gen_f, disc_x, disc_y)):
    o.build(m.trainable_variables)
for _ in range(2):
    losses = train_step(tf.random.normal((2, 3)), tf.random.normal((2, 3)))
print([float(v) for v in losses])
