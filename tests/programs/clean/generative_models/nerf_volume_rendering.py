# effect: ok
# NeRF rendering: comparisons for bins, searchsorted on detached weights for importance sampling
import tensorflow as tf

tf.keras.utils.set_random_seed(87)
field = tf.keras.Sequential(
    [tf.keras.Input((3,)), tf.keras.layers.Dense(16, "relu"), tf.keras.layers.Dense(4)]
)


def posenc(x, n=0):
    out = [x]
    for i in range(n):
        for fn in (tf.sin, tf.cos):
            out.append(fn(2.0**i * x))
    return tf.concat(out, -1)


def sample_pdf(bins, weights, n):
    weights = weights + 1e-5
    pdf = weights / tf.reduce_sum(weights, -1, keepdims=True)
    cdf = tf.cumsum(pdf, -1)
    cdf = tf.concat([tf.zeros_like(cdf[..., :1]), cdf], -1)
    u = tf.random.uniform(tf.concat([tf.shape(cdf)[:-1], [n]], 0))
    inds = tf.searchsorted(cdf, u, side="right")
    inds = tf.clip_by_value(inds, 1, tf.shape(bins)[-1] - 1)
    lo, hi = tf.gather(bins, inds - 1, batch_dims=1), tf.gather(bins, inds, batch_dims=1)
    return lo + (hi - lo) * tf.random.uniform(tf.shape(lo))


def render(origins, dirs, z):
    pts = origins[:, None] + dirs[:, None] * z[..., None]
    raw = field(tf.reshape(posenc(pts), (-1, 3)))
    raw = tf.reshape(raw, (tf.shape(z)[0], tf.shape(z)[1], 4))
    rgb, sigma = tf.sigmoid(raw[..., :3]), tf.nn.relu(raw[..., 3])
    delta = tf.concat([z[..., 1:] - z[..., :-1], tf.fill([tf.shape(z)[0], 1], 1e10)], -1)
    alpha = 1.0 - tf.exp(-sigma * delta)
    trans = tf.math.cumprod(1.0 - alpha + 1e-10, -1, exclusive=True)
    weights = alpha * trans
    return tf.reduce_sum(weights[..., None] * rgb, -2), weights


o, d = tf.zeros((2, 3)), tf.math.l2_normalize(tf.random.normal((2, 3)), -1)
target = tf.random.uniform((2, 3))
z = tf.tile(tf.linspace(0.5, 2.0, 6)[None], (2, 1))
opt = tf.keras.optimizers.Adam(1e-3)
for _ in range(2):
    with tf.GradientTape() as tape:
        coarse, weights = render(o, d, z)
        mids = 0.5 * (z[..., 1:] + z[..., :-1])
        extra = tf.stop_gradient(sample_pdf(mids, weights[..., 1:-1], 4))
        fine, _ = render(o, d, tf.sort(tf.concat([z, extra], -1), -1))
        loss = tf.reduce_mean((coarse - target) ** 2) + tf.reduce_mean((fine - target) ** 2)
        psnr = -10.0 * tf.math.log(loss) / tf.math.log(10.0)
    grads = tape.gradient(loss, field.trainable_variables)
    opt.apply_gradients(zip(grads, field.trainable_variables))
    print(f"{psnr.numpy():.3f}")
