# effect: none
# a neural memory written with scatter_nd_update on a variable
import tensorflow as tf


class Memory:
    def __init__(self, slots, width):
        self.cells = tf.Variable(tf.zeros((slots, width)), trainable=False)

    def write(self, index, value):
        self.cells.scatter_nd_update([[index]], value[None])  # TFG403

    def read(self):
        return tf.reduce_mean(self.cells, axis=0)


controller = tf.Variable([[1.0, 0.0], [0.5, 0.5]])
memory = Memory(3, 2)
with tf.GradientTape() as tape:
    for i in range(3):
        memory.write(i, tf.tanh(controller[0] * float(i)))
    loss = tf.reduce_sum(memory.read() ** 2)
print(tape.gradient(loss, controller))
