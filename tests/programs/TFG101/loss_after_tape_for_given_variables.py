# effect: none
# the sources are not known, but nothing leaves the target
import tensorflow as tf


def gradients_of(network, variables, features):
    with tf.GradientTape() as tape:
        outputs = network(features)
    return tape.gradient(tf.reduce_sum(outputs**2), variables)  # TFG101


weight = tf.Variable([1.0, 2.0])
for name in ["gradients_of"]:
    print(globals()[name](lambda x: x * weight, [weight], tf.constant([3.0, 4.0])))
