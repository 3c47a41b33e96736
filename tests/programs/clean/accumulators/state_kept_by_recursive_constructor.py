# effect: ok
# the inner object is made by a constructor that is already running; it keeps what it is given
import tensorflow as tf


class Cell:
    def __init__(self, state, depth):
        self.state = tf.tanh(state) + 0.5
        if depth > 0:
            self.inner = Cell(self.state, depth - 1)


gain = tf.Variable(0.7)
with tf.GradientTape() as tape:
    state = tf.zeros([2])
    for _ in range(3):
        cell = Cell(gain * state + 1.0, 1)
        state = cell.inner.state
    loss = tf.reduce_sum(state)
print(tape.gradient(loss, gain))
