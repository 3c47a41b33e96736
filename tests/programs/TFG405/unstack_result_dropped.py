# effect: none
# unstack fills a new array too
import tensorflow as tf

x = tf.Variable([1.0, 2.0, 3.0])


@tf.function
def second_differences():
    ta = tf.TensorArray(tf.float32, size=3, element_shape=())
    ta.unstack(x * x)  # TFG405
    return ta.read(2) - 2.0 * ta.read(1) + ta.read(0)


with tf.GradientTape() as tape:
    d2 = second_differences()
print(tape.gradient(d2, x))
