# effect: ok
# Sources as nested dicts and tuples, update through tf.nest
import tensorflow as tf

params = {
    "enc": {"w": tf.Variable([[0.5, -0.1], [0.3, 0.2]]), "b": tf.Variable([0.0, 0.1])},
    "dec": (tf.Variable([[1.0], [0.5]]), tf.Variable([0.0])),
}
x, y = tf.constant([[1.0, 2.0], [3.0, -1.0]]), tf.constant([[1.0], [0.0]])


def forward(p, x):
    h = tf.tanh(x @ p["enc"]["w"] + p["enc"]["b"])
    w, b = p["dec"]
    return h @ w + b


def sgd(p, g, lr):
    tf.nest.map_structure(lambda v, d: v.assign_sub(lr * d), p, g)


for step in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((forward(params, x) - y) ** 2)
    grads = tape.gradient(loss, params)
    norm = tf.sqrt(sum(tf.reduce_sum(g**2) for g in tf.nest.flatten(grads)))
    sgd(params, grads, 0.1 / max(1.0, float(norm)))
    frozen = tf.nest.map_structure(tf.identity, params)
    print(step, loss.numpy(), len(tf.nest.flatten(frozen)))
