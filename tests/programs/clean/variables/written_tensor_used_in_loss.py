# effect: ok
# state is written for the next call, the loss uses the tensor that was written
import tensorflow as tf


class Cell(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(0.5)
        self.state = tf.Variable(0.1, trainable=False)

    @tf.function
    def step(self, x):
        new = tf.tanh(self.w * x + self.state)
        self.state.assign(new)
        return new


cell = Cell()
for x in (1.0, 2.0, 3.0):
    with tf.GradientTape() as tape:
        loss = tf.square(cell.step(tf.constant(x)) - 1.0)
    g = tape.gradient(loss, cell.w)
    cell.w.assign_sub(0.1 * g)
print(cell.w.numpy())
