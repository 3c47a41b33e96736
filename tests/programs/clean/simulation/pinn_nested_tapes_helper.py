# effect: ok
# beside: TFG308, TFG516
# PINN with a derivative helper of nested tapes inside the training tape
import tensorflow as tf

tf.keras.utils.set_random_seed(17)
net = tf.keras.Sequential(
    [tf.keras.Input((1,)), tf.keras.layers.Dense(12, activation="tanh"), tf.keras.layers.Dense(1)]
)


def derivatives(x):
    with tf.GradientTape() as t2:
        t2.watch(x)
        with tf.GradientTape() as t1:
            t1.watch(x)
            u = net(x)
        du = t1.gradient(u, x)
    d2u = t2.gradient(du, x)
    return u, du, d2u


x = tf.reshape(tf.linspace(0.0, 1.0, 9), (-1, 1))
x0 = tf.zeros((1, 1))
opt = tf.keras.optimizers.Adam(1e-2)
history = []
best = float("inf")
for epoch in range(3):
    with tf.GradientTape() as tape:
        u, du, d2u = derivatives(x)
        ode = tf.reduce_mean((d2u + u) ** 2)
        u0, du0, _ = derivatives(x0)
        ic = tf.reduce_mean(u0**2) + tf.reduce_mean((du0 - 1.0) ** 2)
        loss = ode + ic
    grads = tape.gradient(loss, net.trainable_weights)
    opt.apply_gradients(zip(grads, net.trainable_weights))
    history.append(float(loss))
    best = min(best, history[-1])
    if loss < 1e-4:
        break
print(best, history)
