# effect: ok
# the norms of two gradients weigh the losses: a coefficient outside the tape, on purpose
import tensorflow as tf

weights = tf.Variable([0.5, -0.3])


def losses():
    return tf.reduce_sum(weights**2), tf.reduce_sum((weights - 1.0) ** 4)


with tf.GradientTape(persistent=True) as probe:
    first, second = losses()
ratio = tf.norm(probe.gradient(first, weights)) / tf.norm(probe.gradient(second, weights))
with tf.GradientTape() as tape:
    first, second = losses()
    loss = first + ratio * second
print(tape.gradient(loss, weights))
