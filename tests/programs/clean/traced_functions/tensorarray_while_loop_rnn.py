# effect: ok
# TensorArray in tf.while_loop inside tf.function, stacked in the tape
import tensorflow as tf

tf.random.set_seed(30)
w = tf.Variable(tf.random.normal((4, 4), stddev=0.3))
u = tf.Variable(tf.random.normal((2, 4), stddev=0.3))


@tf.function
def unroll(x):
    steps = tf.shape(x)[0]
    xs = tf.TensorArray(tf.float32, size=steps).unstack(x)
    out = tf.TensorArray(tf.float32, size=steps, clear_after_read=False)

    def cond(t, h, out):
        return t < steps

    def body(t, h, out):
        h = tf.tanh(xs.read(t) @ u + h @ w)
        out = out.write(t, h)
        return t + 1, h, out

    _, h, out = tf.while_loop(cond, body, (tf.constant(0), tf.zeros((tf.shape(x)[1], 4)), out))
    return out.stack(), h


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        hs, last = unroll(x)
        loss = tf.reduce_mean((last - y) ** 2) + 1e-3 * tf.reduce_mean(hs**2)
    grads = tape.gradient(loss, (w, u))
    for v, g in zip((w, u), grads):
        v.assign_sub(0.1 * g)
    return loss


x, y = tf.random.normal((5, 3, 2)), tf.random.normal((3, 4))
for _ in range(3):
    print(float(train_step(x, y)))
