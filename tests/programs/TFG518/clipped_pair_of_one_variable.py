# effect: error
# raises: InvalidArgumentError
# one variable: the list and the norm for it
import tensorflow as tf

position = tf.Variable([1.0, -2.0])
optimizer = tf.keras.optimizers.Adam(0.1)


def clipped(gradients, limit=1.0):
    return tf.clip_by_global_norm(gradients, limit)


with tf.GradientTape() as tape:
    energy = tf.reduce_sum(tf.square(position))
optimizer.apply(clipped(tape.gradient(energy, [position])), [position])  # TFG518
