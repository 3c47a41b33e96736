# effect: ok
# GradNorm: the task weights are trained with the norm of weighted gradients, inner tape inside the outer
import tensorflow as tf

tf.keras.utils.set_random_seed(60)
shared = tf.keras.layers.Dense(3, activation="tanh")
heads = [tf.keras.layers.Dense(1), tf.keras.layers.Dense(1)]
w = tf.Variable([1.0, 1.0])
x = tf.random.normal((6, 2))
shared(x)
initial = None
for step in range(2):
    with tf.GradientTape() as outer:
        with tf.GradientTape(persistent=True) as inner:
            h = shared(x)
            losses = [tf.reduce_mean((hd(h) - k) ** 2) for k, hd in enumerate((heads[0], heads[1]))]
            weighted = [w[i] * losses[i] for i in range(2)]
        norms = tf.stack([tf.norm(inner.gradient(l, shared.kernel) + 1e-12) for l in weighted])
        if initial is None:
            initial = [float(l) for l in losses]
        ratio = tf.stack([l / l0 for l, l0 in zip(losses, initial)])
        rate = ratio / tf.reduce_mean(ratio)
        target = tf.stop_gradient(tf.reduce_mean(norms) * rate**0.5)
        gn_loss = tf.reduce_sum(tf.abs(norms - target))
    gw = outer.gradient(gn_loss, w)
    del inner
    w.assign_sub(0.01 * gw)
    w.assign(2.0 * w / tf.reduce_sum(w))
    print(step, w.numpy(), [l.numpy() for l in losses])
