# effect: ok
# the training step runs inside the pipeline, with its tape
import tensorflow as tf

dataset = tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0])


def step(weight, x):
    with tf.GradientTape() as tape:
        tape.watch(weight)
        loss = tf.square(weight * x - 1.0)
    return weight - 0.1 * tape.gradient(loss, weight)


print(dataset.reduce(tf.constant(0.5), step))
