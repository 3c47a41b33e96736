# effect: ok
# learned step sizes with a functional inner step: gradients for weights and step sizes
import tensorflow as tf

theta = {"w": tf.Variable([[0.5], [0.1]]), "b": tf.Variable([0.0])}
alpha = {k: tf.Variable(tf.ones_like(v) * 0.05) for k, v in theta.items()}


def predict(p, x):
    return x @ p["w"] + p["b"]


def loss_fn(p, batch):
    x, y = batch
    return tf.reduce_mean(tf.square(predict(p, x) - y))


support = (tf.constant([[1.0, 2.0], [2.0, 1.0]]), tf.constant([[1.0], [2.0]]))
query = (tf.constant([[1.5, 1.5]]), tf.constant([[1.0]]))
with tf.GradientTape(persistent=True) as outer:
    with tf.GradientTape() as inner:
        inner_loss = loss_fn(theta, support)
    grads = inner.gradient(inner_loss, theta)
    adapted = {k: theta[k] - alpha[k] * grads[k] for k in theta}
    meta_loss = loss_fn(adapted, query)
meta_grads = outer.gradient(meta_loss, theta)
alpha_grads = outer.gradient(meta_loss, alpha)
del outer
for k in theta:
    theta[k].assign_sub(0.1 * meta_grads[k])
    alpha[k].assign_sub(0.1 * alpha_grads[k])
