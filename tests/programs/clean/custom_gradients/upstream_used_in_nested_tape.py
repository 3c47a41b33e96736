# effect: ok
# grad uses its argument in a nested tape, and returns None for the integer input
import tensorflow as tf


@tf.custom_gradient
def pick(table, index):
    def grad(upstream):
        with tf.GradientTape() as tape:
            tape.watch(table)
            again = tf.gather(table, index)
        return tf.convert_to_tensor(tape.gradient(again, table, output_gradients=upstream)), None

    return tf.gather(table, index), grad


table = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(pick(table.read_value(), tf.constant([1, 1]))))
print(tape.gradient(loss, table))
