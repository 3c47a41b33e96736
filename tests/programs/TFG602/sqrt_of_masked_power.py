# effect: nan
# padded positions are zero, and the root has no slope there
import tensorflow as tf

energy = tf.Variable([[4.0, 1.0, 9.0], [1.0, 2.0, 3.0]])
lengths = tf.constant([3, 1])


def amplitude(power):
    mask = tf.sequence_mask(lengths, 3, dtype=tf.float32)
    return tf.sqrt(power * mask)  # TFG602


with tf.GradientTape() as tape:
    loss = tf.reduce_sum(amplitude(energy))
print(tape.gradient(loss, energy))
