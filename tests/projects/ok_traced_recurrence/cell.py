import tensorflow as tf


class Cell(tf.Module):
    def __init__(self, inputs, width):
        super().__init__()
        self.width = width
        draw = tf.random.stateless_normal
        self.entry = tf.Variable(draw((inputs, width), seed=(1, 0), stddev=0.5))
        self.recurrent = tf.Variable(draw((width, width), seed=(1, 1), stddev=0.5))
        self.readout = tf.Variable(draw((width,), seed=(1, 2), stddev=0.5))

    def __call__(self, inputs, state):
        return tf.tanh(inputs @ self.entry + state @ self.recurrent)

    def read(self, state):
        return tf.linalg.matvec(state, self.readout)
