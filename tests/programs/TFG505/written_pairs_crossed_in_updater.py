# effect: wrong
# truth: [-6.0, 2.0]
# pairs are written one by one, crossed, for an updater of one's own
import tensorflow as tf


class Updater:
    def __init__(self, rate):
        self.rate = rate

    def apply(self, pairs):
        for gradient, variable in pairs:
            variable.assign_sub(self.rate * gradient)  # TFG505


a, b = tf.Variable(1.0), tf.Variable(2.0)
updater = Updater(0.1)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.square(a * 3.0 - b)
    to_a, to_b = tape.gradient(loss, [a, b])
    updater.apply([(to_b, a), (to_a, b)])
print(to_a, to_b)
