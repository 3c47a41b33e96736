# effect: ok
# each block reads what the previous one wrote, by a swap of names or an attribute
import tensorflow as tf

blocks = [tf.Variable(0.5), tf.Variable(0.7), tf.Variable(0.9)]


class Chain:
    def __init__(self, x):
        self.current = x

    def run(self):
        result = 0.0
        for b in blocks:
            result = tf.tanh(b * self.current)
            self.current = result
        return result


with tf.GradientTape() as tape:
    y = Chain(tf.constant(1.0)).run()
    previous, value = tf.constant(0.3), tf.constant(0.0)
    for b in blocks:
        value = b * tf.exp(-previous)
        previous, value = value, previous
    loss = y + previous
print(tape.gradient(loss, blocks))
