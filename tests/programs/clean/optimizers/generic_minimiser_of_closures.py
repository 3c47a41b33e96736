# effect: ok
# Closures for loss and a generic minimiser that takes them, patience with floats
import tensorflow as tf


def minimise(closure, variables, optimizer, max_steps=20, tol=1e-6, patience=3):
    best, wait, snapshots = float("inf"), 0, None
    for step in range(max_steps):
        with tf.GradientTape() as tape:
            loss = closure()
        grads = tape.gradient(loss, variables)
        optimizer.apply_gradients(zip(grads, variables))
        value = float(loss)
        if value < best - tol:
            best, wait = value, 0
            snapshots = [tf.identity(v) for v in variables]
        else:
            wait += 1
            if wait >= patience:
                break
    for v, s in zip(variables, snapshots):
        v.assign(s)
    return best, step


a, b = tf.Variable(0.2), tf.Variable([1.0, -1.0])
data = tf.constant([[0.5, 1.0], [1.5, -0.5]])
target = tf.constant([1.0, 2.0])


def closure():
    prediction = a * tf.linalg.matvec(data, b) + a
    return tf.reduce_mean(tf.math.log(tf.cosh(prediction - target)))


print(minimise(closure, [a, b], tf.keras.optimizers.Adam(0.1)))
