# effect: none
# the same inside tf.function: the trace keeps the order of reads and writes, not the gradient
import tensorflow as tf

temperature = tf.Variable(300.0, trainable=False)
heater = tf.Variable(5.0)


@tf.function
def heat(seconds):
    for _ in tf.range(seconds):
        temperature.assign_add(heater - 0.01 * (temperature - 290.0))  # TFG403
    return temperature - 310.0


with tf.GradientTape() as tape:
    error = heat(tf.constant(3)) ** 2
print(tape.gradient(error, heater))
