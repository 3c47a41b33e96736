# effect: wrong
# truth: [-0.641136, -1.1497]
# a dict of gradients, read under the key of the other parameter
import tensorflow as tf

parameters = {"amplitude": tf.Variable(1.0), "phase": tf.Variable(0.2)}
times = tf.linspace(0.0, 3.0, 7)
target = 2.0 * tf.sin(times + 0.7)


@tf.function
def train_step(rate):
    with tf.GradientTape() as tape:
        wave = parameters["amplitude"] * tf.sin(times + parameters["phase"])
        loss = tf.reduce_mean(tf.square(wave - target))
    gradients = tape.gradient(loss, parameters)
    parameters["amplitude"].assign_sub(rate * gradients["phase"])  # TFG505
    return gradients


for _ in range(2):
    print(train_step(tf.constant(0.1)))
