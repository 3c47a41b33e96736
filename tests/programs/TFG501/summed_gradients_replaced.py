# effect: wrong
# truth: [-4, -4, -4]
# micro-batches: the list of summed gradients is replaced instead of added to
import tensorflow as tf

w = tf.Variable([1.0, 1.0])
b = tf.Variable(0.0)
variables = [w, b]
micro_batches = [([1.0, 2.0], 1.0), ([3.0, 0.0], 0.0)]


def loss_on(x, y):
    return tf.square(tf.reduce_sum(w * x) + b - y)


accumulated = [tf.zeros_like(v) for v in variables]
for x, y in micro_batches:
    with tf.GradientTape() as tape:
        loss = loss_on(x, y)
    grads = tape.gradient(loss, variables)
    accumulated = [g / len(micro_batches) for g in grads]  # TFG501
for v, g in zip(variables, accumulated):
    v.assign_sub(0.1 * g)

with tf.GradientTape() as tape:
    after = loss_on([1.0, 1.0], 2.0)
print(tape.gradient(after, variables))
