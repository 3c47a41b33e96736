# effect: ok
# TensorArray filled and stacked inside the tape, in a traced loop
import tensorflow as tf

decay = tf.Variable(0.9)


@tf.function
def trajectory(n):
    ta = tf.TensorArray(tf.float32, size=n)
    x = tf.constant(1.0)
    for i in tf.range(n):
        x = x * decay
        ta = ta.write(i, x)
    return ta.stack()


with tf.GradientTape() as tape:
    xs = trajectory(tf.constant(3))
print(tape.jacobian(xs, decay))
