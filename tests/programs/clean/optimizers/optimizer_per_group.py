# effect: ok
# beside: TFG812
# A list of optimizers zipped with groups of gradients: each gradient is applied once
import collections.abc

import tensorflow as tf


def apply_gradients(opt, g, v):
    pairs = tuple((a, b) for a, b in zip(tf.nest.flatten(g), tf.nest.flatten(v)) if a is not None)
    if pairs:
        opt.apply_gradients(pairs)


def make_fit_op(loss_fn, optimizer, trainable_variables):
    def fit_op(*args, **kwargs):
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tf.nest.map_structure(tape.watch, trainable_variables)
            loss = loss_fn(*args, **kwargs)
        grads = tf.nest.pack_sequence_as(
            trainable_variables, tape.gradient(loss, tf.nest.flatten(trainable_variables))
        )
        if isinstance(optimizer, collections.abc.Sequence):
            for opt, g, v in zip(optimizer, grads, trainable_variables):
                apply_gradients(opt, g, v)
        else:
            apply_gradients(optimizer, grads, trainable_variables)
        return loss

    return fit_op


w, b = tf.Variable([[0.5], [0.1]]), tf.Variable([0.0])
x, y = tf.constant([[1.0, 2.0], [0.5, -1.0]]), tf.constant([[1.0], [0.0]])
fit = make_fit_op(
    lambda x, y: tf.reduce_mean((x @ w + b - y) ** 2),
    [tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.Adam(0.01)],
    [w, b],
)
for _ in range(3):
    print(float(fit(x, y)))
