# effect: none
# the penalty covers the last variable only
import tensorflow as tf

kernels = [tf.Variable([[1.0, 2.0]]), tf.Variable([[3.0], [4.0]]), tf.Variable([[5.0]])]


def l2_penalty(variables, strength=0.01):
    reg = tf.constant(0.0)
    for v in variables:
        reg = strength * tf.nn.l2_loss(v)  # TFG501
    return reg


with tf.GradientTape() as tape:
    penalty = l2_penalty(kernels)
print(tape.gradient(penalty, kernels))
