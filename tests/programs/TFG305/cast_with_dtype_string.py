# effect: none
# dtype given as a string held in a module constant
import tensorflow as tf

STORAGE = "int64"
steps = tf.Variable([1.5, 2.5])


@tf.function
def quantised_sum(x):
    with tf.GradientTape() as tape:
        stored = tf.cast(x * 100.0, dtype=STORAGE)  # TFG305
        restored = tf.cast(stored, "float32") / 100.0
        total = tf.reduce_sum(restored)
    return tape.gradient(total, steps)


print(quantised_sum(steps))
