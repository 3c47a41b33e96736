# effect: none
# variables in a dict are replaced by tensors, key by key
import tensorflow as tf

params = {"slope": tf.Variable(1.0), "offset": tf.Variable(0.0)}
xs = tf.constant([0.0, 1.0, 2.0])
ys = tf.constant([1.0, 3.0, 5.0])


def fit(params, steps):
    grads = None
    for _ in range(steps):
        with tf.GradientTape() as tape:
            pred = params["slope"] * xs + params["offset"]
            loss = tf.reduce_mean((pred - ys) ** 2)
        grads = tape.gradient(loss, params)
        if grads["slope"] is None:
            break
        for name in params:
            params[name] = params[name] - 0.1 * grads[name]  # TFG401
    return grads


print(fit(params, 2))
