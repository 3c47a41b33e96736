# effect: ok
# Jacobians, batch jacobians and a hand-made Hessian from them
import tensorflow as tf

tf.keras.utils.set_random_seed(18)
net = tf.keras.Sequential(
    [tf.keras.Input((3,)), tf.keras.layers.Dense(4, activation="tanh"), tf.keras.layers.Dense(2)]
)
x = tf.random.normal((5, 3))
with tf.GradientTape() as tape:
    tape.watch(x)
    y = net(x)
per_example = tape.batch_jacobian(y, x)
sigma = tf.linalg.svd(per_example, compute_uv=False)
print("lipschitz", tf.reduce_max(sigma).numpy())

with tf.GradientTape() as t2:
    with tf.GradientTape() as t1:
        loss = tf.reduce_sum(net(x) ** 2)
    g = t1.gradient(loss, net.layers[0].kernel)
h = t2.jacobian(g, net.layers[0].kernel)
n = tf.reduce_prod(g.shape)
matrix = tf.reshape(h, [n, n])
eigenvalues = tf.linalg.eigvalsh(matrix)
print(eigenvalues.numpy().min())

with tf.GradientTape() as tape:
    losses = tf.reduce_mean(net(x) ** 2, axis=1)
per_sample = tape.jacobian(losses, net.trainable_variables)
norms = tf.sqrt(sum(tf.reduce_sum(tf.reshape(j, [5, -1]) ** 2, 1) for j in per_sample))
factor = tf.minimum(1.0, 1.0 / norms)
clipped = [tf.einsum("b,b...->...", factor, j) / 5.0 for j in per_sample]
tf.keras.optimizers.SGD(0.1).apply_gradients(zip(clipped, net.trainable_variables))
