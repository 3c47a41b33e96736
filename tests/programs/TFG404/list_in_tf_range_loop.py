# effect: error
# raises: InaccessibleTensorError
# a list filled by a tf.range loop leaks tensors of the loop body
import tensorflow as tf

w = tf.Variable(0.5)


@tf.function
def rollout(n):
    x = tf.constant(1.0)
    path = []
    for _ in tf.range(n):
        x = x * w
        path.append(x)  # TFG404
    return tf.reduce_sum(tf.stack(path))


with tf.GradientTape() as tape:
    total = rollout(tf.constant(3))
print(tape.gradient(total, w))
