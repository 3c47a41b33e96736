# effect: wrong
# truth: [0.0, 0.999978]
# pairs written by hand, crossed
import tensorflow as tf

mu = tf.Variable(0.0)
rho = tf.Variable(0.0)
opt = tf.keras.optimizers.SGD(0.5)
samples = tf.constant([1.0, 2.0, 6.0])


def nll():
    return tf.reduce_mean(0.5 * tf.square((samples - mu) * tf.exp(-rho)) + rho)


def step():
    with tf.GradientTape() as tape:
        value = nll()
    d_mu, d_rho = tape.gradient(value, [mu, rho])
    opt.apply_gradients([(d_mu, rho), (d_rho, mu)])  # TFG505


step()
with tf.GradientTape() as tape:
    value = nll()
print(tape.gradient(value, [mu, rho]))
