# effect: ok
# RK4 integration in Python, adaptive step size by float() of an error estimate
import tensorflow as tf

tf.keras.utils.set_random_seed(56)
f = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(6, "tanh"), tf.keras.layers.Dense(2)]
)


def rk4(y, h):
    k1 = f(y)
    k2 = f(y + 0.5 * h * k1)
    k3 = f(y + 0.5 * h * k2)
    k4 = f(y + h * k3)
    return y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)


def integrate(y, t_end, h=0.25, tol=1e-2):
    t, path = 0.0, [y]
    while t < t_end - 1e-9:
        h = min(h, t_end - t)
        full = rk4(y, h)
        half = rk4(rk4(y, h / 2), h / 2)
        error = float(tf.reduce_max(tf.abs(full - half)))
        if error > tol and h > 0.05:
            h *= 0.5
            continue
        y, t = half, t + h
        path.append(y)
        if error < tol / 10:
            h *= 1.5
    return y, path


opt = tf.keras.optimizers.Adam(1e-2)
y0, y1 = tf.constant([[1.0, 0.0]]), tf.constant([[0.0, 1.0]])
for step in range(2):
    with tf.GradientTape() as tape:
        end, path = integrate(y0, 1.0)
        loss = tf.reduce_sum((end - y1) ** 2)
        loss += 1e-3 * tf.add_n([tf.nn.l2_loss(p) for p in path])
    grads = tape.gradient(loss, f.trainable_variables)
    opt.apply_gradients(zip(grads, f.trainable_variables))
    print(step, len(path), loss.numpy())
