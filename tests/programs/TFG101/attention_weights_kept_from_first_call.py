# effect: none
# alignment is memoised in a dict on the first, untaped call
import tensorflow as tf


class Aligner(tf.Module):
    def __init__(self):
        self.q = tf.Variable([0.1, 0.4])
        self.memo = {}

    def weights(self, key, x):
        if key not in self.memo:
            self.memo[key] = tf.nn.softmax(self.q * x)  # TFG101
        return self.memo[key]


aligner = Aligner()
x = tf.constant([1.0, 2.0])
print("before", aligner.weights("a", x))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(aligner.weights("a", x) * x)
print(tape.gradient(loss, aligner.q))
