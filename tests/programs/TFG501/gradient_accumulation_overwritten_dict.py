# effect: wrong
# truth: [6.0]
# micro-batches: only the last one's loss survives in the dictionary
import tensorflow as tf

w = tf.Variable(1.0)


class Accumulator:
    def __init__(self):
        self.state = {"loss": 0.0}

    def run(self, batches):
        for b in batches:
            self.state["loss"] = tf.reduce_sum(w * b)  # TFG501
        return self.state["loss"]


acc = Accumulator()
with tf.GradientTape() as tape:
    total = acc.run([tf.constant(1.0), tf.constant(2.0), tf.constant(3.0)])
print(tape.gradient(total, w))
