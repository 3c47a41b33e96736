# effect: none
# loss terms are kept as closures and called when the tape has closed
import tensorflow as tf


class LossBook:
    def __init__(self):
        self.entries = []

    def add(self, name, fn):
        self.entries.append((name, fn))

    def total(self):
        return tf.add_n([fn() for _, fn in self.entries])


w = tf.Variable([1.0, 2.0])
book = LossBook()
with tf.GradientTape() as tape:
    book.add("data", lambda: tf.reduce_sum((w - 3.0) ** 2))
    book.add("l2", lambda: 0.1 * tf.reduce_sum(w**2))
loss = book.total()  # TFG101
print(tape.gradient(loss, w))
