# effect: none
# nothing is watched on the inner tape, whose automatic watching is off
import tensorflow as tf

theta = tf.Variable([0.5, 0.5])


def inner_update(params, x, lr=0.1):
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        loss = tf.reduce_sum((params * x - 1.0) ** 2)
    grad = tape.gradient(loss, params)  # TFG111
    return params if grad is None else params - lr * grad


print(inner_update(theta, tf.constant([1.0, 2.0])))
