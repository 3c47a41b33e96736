# effect: ok
# Path-length regularisation: noise images, running mean as a variable assigned in the tape
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(83)
mapping = tf.keras.layers.Dense(4, activation="tanh")
synthesis = tf.keras.layers.Dense(12, activation="tanh")
pl_mean = tf.Variable(0.0, trainable=False)
opt = tf.keras.optimizers.Adam(1e-3)
for step in range(2):
    z = tf.random.normal((3, 5))
    with tf.GradientTape() as tape:
        w = mapping(z)
        with tf.GradientTape() as pl_tape:
            pl_tape.watch(w)
            images = synthesis(w)
            pl_noise = tf.random.normal(tf.shape(images)) / np.sqrt(12)
            pl_value = tf.reduce_sum(images * pl_noise)
        pl_grads = pl_tape.gradient(pl_value, w)
        lengths = tf.sqrt(tf.reduce_sum(tf.square(pl_grads), axis=1) + 1e-8)
        new_mean = pl_mean + 0.01 * (tf.reduce_mean(lengths) - pl_mean)
        pl_mean.assign(new_mean)
        penalty = tf.reduce_mean(tf.square(lengths - tf.stop_gradient(new_mean)))
        g_loss = tf.reduce_mean(tf.nn.softplus(-tf.reduce_sum(images, 1)))
        loss = g_loss + 2.0 * penalty
    variables = mapping.trainable_variables + synthesis.trainable_variables
    grads = tape.gradient(loss, variables)
    opt.apply_gradients(zip(grads, variables))
    print(step, float(pl_mean), float(loss))
