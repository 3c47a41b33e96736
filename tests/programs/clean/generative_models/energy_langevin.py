# effect: ok
# Energy-based model: Langevin steps with their own tape, samples detached, then the energy is trained
import tensorflow as tf

tf.keras.utils.set_random_seed(91)
energy = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(8, "swish"), tf.keras.layers.Dense(1)]
)
opt = tf.keras.optimizers.Adam(1e-3)


def langevin(x, steps=3, step_size=0.1):
    for _ in range(steps):
        with tf.GradientTape() as tape:
            tape.watch(x)
            e = tf.reduce_sum(energy(x))
        g = tape.gradient(e, x)
        x = x - step_size * g + 0.01 * tf.random.normal(tf.shape(x))
        x = tf.stop_gradient(x)
    return x


real = tf.random.normal((4, 2))
buffer = [tf.random.normal((4, 2))]
for it in range(2):
    negative = langevin(buffer[-1])
    buffer.append(negative)
    with tf.GradientTape() as tape:
        pos, neg = energy(real), energy(negative)
        loss = tf.reduce_mean(pos) - tf.reduce_mean(neg)
        loss += 0.1 * tf.reduce_mean(pos**2 + neg**2)
    variables = energy.trainable_variables[:-1]
    grads = tape.gradient(loss, variables)
    opt.apply_gradients(zip(grads, variables))
    print(it, loss.numpy())
