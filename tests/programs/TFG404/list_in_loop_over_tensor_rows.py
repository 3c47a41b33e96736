# effect: error
# raises: TypeError
# iterating over a tensor argument is a graph loop, and += makes the list a loop variable
import tensorflow as tf


class Scorer(tf.Module):
    def __init__(self):
        self.w = tf.Variable([1.0, 2.0])

    @tf.function
    def losses(self, rows):
        collected = []
        for row in rows:
            collected += [tf.square(tf.tensordot(row, self.w, 1))]  # TFG404
        return tf.add_n(collected)


scorer = Scorer()
with tf.GradientTape() as tape:
    loss = scorer.losses(tf.constant([[1.0, 0.0], [0.0, 1.0]]))
print(tape.gradient(loss, scorer.w))
