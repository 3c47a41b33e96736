# effect: none
# the helper that detaches is used for prediction and target alike
import tensorflow as tf

detach = tf.stop_gradient
q = tf.Variable([0.5, 1.0])


def value(states):
    return detach(states * q)  # TFG307


def td_error(s, s2, r):
    return r + 0.9 * value(s2) - value(s)


with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(td_error(1.0, 2.0, 0.5)))
print(tape.gradient(loss, q))
