# effect: ok
# beside: TFG529
# the loss object leaves the reduction to the program
import tensorflow as tf

entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
table = tf.Variable([[0.3, 0.1, -0.2], [0.5, -0.4, 0.2]])


def masked(real, predicted):
    mask = tf.cast(tf.not_equal(real, 0), tf.float32)
    return tf.reduce_sum(entropy(real, predicted) * mask) / tf.reduce_sum(mask)


with tf.GradientTape() as tape:
    loss = masked(tf.constant([[1, 2, 0]]), tf.gather(table, [[0, 1, 1]]))
print(tape.gradient(loss, table))
