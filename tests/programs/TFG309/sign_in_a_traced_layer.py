# effect: wrong
# truth: [4.5, -5.5]
# the sign passes backwards with a minus, beside a path of its own
import tensorflow as tf

weights = tf.Variable([0.5, -0.3])


@tf.function
def step(inputs):
    with tf.GradientTape() as tape:
        scaled = weights * 2.0
        binary = tf.sign(scaled) + tf.stop_gradient(scaled) - scaled  # TFG309
        loss = tf.reduce_sum(binary * inputs) + 0.25 * tf.reduce_sum(scaled)
    return tape.gradient(loss, weights)


print(step(tf.constant([2.0, -3.0])))
