# effect: ok
# range is unrolled while tracing: the list holds tensors of the same graph
import tensorflow as tf

w = tf.Variable(0.5)


@tf.function
def rollout(n):
    x = tf.constant(1.0)
    path = []
    for _ in range(n):
        x = x * w
        path.append(x)
    return tf.reduce_sum(tf.stack(path))


with tf.GradientTape() as tape:
    total = rollout(3)
print(tape.gradient(total, w))
