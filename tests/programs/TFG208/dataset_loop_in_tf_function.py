# effect: none
# traced: the loop over the dataset becomes a dataset reduction without a gradient
import tensorflow as tf

rate = tf.Variable(1.1)
steps = tf.data.Dataset.range(3)


@tf.function
def grow():
    total = tf.constant(1.0)
    for _ in steps:  # TFG208
        total = total * rate
    return total


with tf.GradientTape() as tape:
    size = grow()
print(tape.gradient(size, rate))
