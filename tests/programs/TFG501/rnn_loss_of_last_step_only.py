# effect: wrong
# truth: [0.0958036, 0.120208]
# a sequence loss with one term per step keeps the last term
import tensorflow as tf


class Cell(tf.Module):
    def __init__(self):
        super().__init__()
        self.a = tf.Variable(0.8)
        self.c = tf.Variable(1.5)

    def __call__(self, h, x):
        h = tf.tanh(self.a * h + x)
        return h, self.c * h


def sequence_loss(cell, inputs, targets):
    h = tf.constant(0.0)
    total_loss = tf.constant(0.0)
    for x, t in zip(inputs, targets):
        h, y = cell(h, x)
        total_loss = tf.square(y - t)  # TFG501
    return total_loss / len(inputs)


cell = Cell()
with tf.GradientTape() as tape:
    loss = sequence_loss(cell, [0.1, 0.4, -0.2], [0.2, 0.3, 0.1])
print(tape.gradient(loss, [cell.a, cell.c]))
