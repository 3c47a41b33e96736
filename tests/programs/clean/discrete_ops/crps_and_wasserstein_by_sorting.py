# effect: ok
# CRPS and Wasserstein by sorting: gather with argsort stays differentiable
import tensorflow as tf

tf.keras.utils.set_random_seed(103)
gen = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(8, "tanh"), tf.keras.layers.Dense(1)]
)
opt = tf.keras.optimizers.Adam(1e-2)
real = tf.sort(tf.random.normal((16,)) * 2.0 + 1.0)
for _ in range(3):
    with tf.GradientTape() as tape:
        fake = gen(tf.random.normal((16, 2)))[:, 0]
        order = tf.argsort(fake)
        wasserstein = tf.reduce_mean(tf.abs(tf.gather(fake, order) - real))
        median = tf.sort(fake)[8]
        trimmed = tf.math.top_k(-tf.abs(fake - tf.stop_gradient(median)), k=12).indices
        core = tf.reduce_mean(tf.gather(fake, trimmed) ** 2)
        loss = wasserstein + 0.01 * core
    grads = tape.gradient(loss, gen.trainable_variables)
    opt.apply_gradients(zip(grads, gen.trainable_variables))
    print(float(wasserstein), float(median))
