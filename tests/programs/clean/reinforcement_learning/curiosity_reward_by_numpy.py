# effect: ok
# ICM-like: intrinsic reward is .numpy() of the forward error, trained by its own loss
import tensorflow as tf

tf.keras.utils.set_random_seed(54)
phi = tf.keras.layers.Dense(4, activation="elu")
inverse = tf.keras.layers.Dense(2)
forward_model = tf.keras.layers.Dense(4)
opt = tf.keras.optimizers.Adam(1e-3)


def icm(s, s2, a):
    f1, f2 = phi(s), phi(s2)
    logits = inverse(tf.concat([f1, f2], 1))
    pred = forward_model(tf.concat([tf.stop_gradient(f1), tf.one_hot(a, 2)], 1))
    fwd = 0.5 * tf.reduce_sum((pred - tf.stop_gradient(f2)) ** 2, axis=1)
    inv = tf.nn.sparse_softmax_cross_entropy_with_logits(a, logits)
    return fwd, inv


s, s2, a = tf.random.normal((5, 3)), tf.random.normal((5, 3)), tf.constant([0, 1, 1, 0, 1])
rewards = []
for _ in range(2):
    with tf.GradientTape() as tape:
        fwd, inv = icm(s, s2, a)
        loss = 0.2 * tf.reduce_mean(fwd) + 0.8 * tf.reduce_mean(inv)
        rewards.append(0.01 * fwd.numpy())
    variables = [v for m in (phi, inverse, forward_model) for v in m.trainable_variables]
    opt.apply_gradients(zip(tape.gradient(loss, variables), variables))
print(rewards[-1].mean())
