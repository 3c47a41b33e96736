# effect: ok
# Sources from tape.watched_variables(), in list and tuple form, filtered by name
import tensorflow as tf

tf.keras.utils.set_random_seed(115)
w = tf.Variable([[0.3], [0.2]], name="kernel")
b = tf.Variable([0.1], name="bias")
decay = tf.Variable(1e-3, trainable=False, name="decay")


def loss_fn(x, y):
    penalty = decay * tf.nn.l2_loss(w)
    return tf.reduce_mean((x @ w + b - y) ** 2) + penalty


x, y = tf.random.normal((4, 2)), tf.random.normal((4, 1))
opt = tf.keras.optimizers.SGD(0.1)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = loss_fn(x, y)
    variables = tape.watched_variables()
    grads = tape.gradient(loss, variables)
    opt.apply_gradients((g, v) for g, v in zip(grads, variables))
    decay.assign(decay * 0.9)
print([v.name for v in variables], float(loss))
