# effect: none
# memory-saving options kept in a configuration
import tensorflow as tf

SCAN_OPTIONS = {"parallel_iterations": 1, "back_prop": False}
leak = tf.Variable(0.8)


class LeakyIntegrator(tf.keras.layers.Layer):
    def call(self, current):
        return tf.scan(lambda v, i: leak * v + i, current, **SCAN_OPTIONS)  # TFG406


@tf.function
def objective(layer, current):
    return tf.reduce_mean(layer(current))


with tf.GradientTape() as tape:
    value = objective(LeakyIntegrator(), tf.constant([1.0, 0.0, 2.0]))
print(tape.gradient(value, leak))
