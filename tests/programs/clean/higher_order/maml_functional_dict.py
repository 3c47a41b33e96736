# effect: ok
# MAML with functional weights in a dictionary, inner tape nested in the outer
import tensorflow as tf

tf.random.set_seed(15)


def init(key, shape):
    return tf.Variable(tf.random.normal(shape, stddev=0.3), name=key)


params = {
    "w1": init("w1", (1, 8)),
    "b1": tf.Variable(tf.zeros(8)),
    "w2": init("w2", (8, 1)),
    "b2": tf.Variable(tf.zeros(1)),
}


def forward(p, x):
    h = tf.nn.tanh(x @ p["w1"] + p["b1"])
    return h @ p["w2"] + p["b2"]


def mse(p, x, y):
    return tf.reduce_mean((forward(p, x) - y) ** 2)


def adapt(p, x, y, lr=0.05, steps=2):
    fast = dict(p)
    for _ in range(steps):
        with tf.GradientTape() as inner:
            inner.watch(list(fast.values()))
            loss = mse(fast, x, y)
        grads = inner.gradient(loss, fast)
        fast = {k: fast[k] - lr * grads[k] for k in fast}
    return fast


opt = tf.keras.optimizers.Adam(1e-3)
for it in range(2):
    meta_loss = 0.0
    with tf.GradientTape() as outer:
        for task in range(3):
            xs = tf.random.uniform((5, 1), -1, 1)
            xq = tf.random.uniform((5, 1), -1, 1)
            amp = 1.0 + task
            fast = adapt(params, xs, amp * tf.sin(xs))
            meta_loss += mse(fast, xq, amp * tf.sin(xq))
        meta_loss /= 3
    keys = list(params)
    grads = outer.gradient(meta_loss, [params[k] for k in keys])
    opt.apply_gradients(zip(grads, [params[k] for k in keys]))
    print(it, meta_loss.numpy())
