# effect: ok
# the inner gradient is taken inside the outer tape
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
u_net = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(6, activation="tanh"), tf.keras.layers.Dense(1)]
)
optimizer = tf.keras.optimizers.Adam(1e-2)


def residual(xt):
    with tf.GradientTape() as t2:
        t2.watch(xt)
        with tf.GradientTape() as t1:
            t1.watch(xt)
            u = u_net(xt)
        du = t1.gradient(u, xt)
        u_x = du[:, 0]
    d2u = t2.gradient(u_x, xt)
    return du[:, 1:] - 0.01 * d2u[:, :1]


@tf.function
def train_step(points):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(residual(points)))
        boundary = tf.reduce_mean(tf.square(u_net(points * 0.0)))
        total = loss + boundary
    grads = tape.gradient(total, u_net.trainable_variables)
    optimizer.apply_gradients(zip(grads, u_net.trainable_variables))
    return total


print(train_step(tf.random.stateless_uniform((5, 2), (0, 1))))
