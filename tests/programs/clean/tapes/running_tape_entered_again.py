# effect: ok
# a tape that somebody else started is entered again instead of a new one
import tensorflow as tf


def adversarial(x, labels, predictions=None, tape=None):
    tape = tape or tf.GradientTape()
    with tape:
        tape.watch(x)
        predictions = predictions if predictions is not None else x * 2.0
        loss = tf.reduce_sum((predictions - labels) ** 2)
    return tape.gradient(loss, [x])


x = tf.constant([1.0, 2.0])
with tf.GradientTape() as outer:
    outer.watch(x)
    y = x * 3.0
print(adversarial(x, 1.0, predictions=y, tape=outer))
