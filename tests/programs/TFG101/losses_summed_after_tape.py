# effect: none
# each loss is recorded, the Python sum over them runs after the tape
import tensorflow as tf

shared = tf.Variable([1.0, -2.0])
tasks = {"a": tf.constant([0.0, 1.0]), "b": tf.constant([2.0, 2.0])}

with tf.GradientTape() as tape:
    losses = {name: tf.reduce_sum((shared - goal) ** 2) for name, goal in tasks.items()}
total = sum(losses.values())  # TFG101
print(tape.gradient(total, shared))
