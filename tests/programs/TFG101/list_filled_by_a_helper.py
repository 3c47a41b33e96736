# effect: none
# the helper that fills the list is right; it is called before the tape
import tensorflow as tf

weight = tf.Variable(2.0)


def responses(signals):
    found = []
    for signal in signals:
        found.append(tf.square(weight * signal))
    return found


outputs = responses([1.0, 2.0])  # TFG101
with tf.GradientTape() as tape:
    loss = tf.add_n(outputs)
print(tape.gradient(loss, weight))
