# effect: error
# raises: InaccessibleTensorError
# the bound append method, saved under a short name
import tensorflow as tf

w = tf.Variable(0.9)


@tf.function
def trajectory(x, steps):
    path = []
    push = path.append
    for _ in tf.range(steps):
        x = w * x
        push(x)  # TFG404
    return tf.reduce_sum(tf.stack(path))


with tf.GradientTape() as tape:
    y = trajectory(tf.constant(1.0), tf.constant(3))
print(tape.gradient(y, w))
