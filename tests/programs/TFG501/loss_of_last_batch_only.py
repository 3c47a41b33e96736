# effect: wrong
# truth: [-0.333333, -1.66667]
# the loss of the last batch replaces the sum over batches
import tensorflow as tf

w = tf.Variable([0.5, -0.5])
batches = [
    (tf.constant([1.0, 0.0]), 1.0),
    (tf.constant([0.0, 1.0]), 2.0),
    (tf.constant([1.0, 1.0]), 0.0),
]

with tf.GradientTape() as tape:
    loss = 0.0
    for x, y in batches:
        loss = tf.square(tf.reduce_sum(w * x) - y)  # TFG501
    loss = loss / len(batches)
print(tape.gradient(loss, w))
