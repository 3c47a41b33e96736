# effect: none
# also in a Python loop, when it is traced
import tensorflow as tf

scale = tf.Variable([1.0, 2.0])


@tf.function
def collect():
    steps = tf.TensorArray(dtype=tf.float32, size=3, element_shape=[2])
    for k in range(3):
        steps.write(k, scale * float(k))  # TFG405
    return tf.reduce_sum(steps.concat())


with tf.GradientTape() as tape:
    value = collect()
print(tape.gradient(value, scale))
