# effect: none
# an sklearn-like pipeline of steps, one of them quantises
import tensorflow as tf


class Scale:
    def __init__(self):
        self.k = tf.Variable(1.7)

    def __call__(self, x):
        return self.k * x


class Quantise:
    def __call__(self, x):
        return tf.math.round(x * 4.0) / 4.0  # TFG301


class Pipeline:
    def __init__(self, *steps):
        self.steps = steps

    def __call__(self, x):
        for step in self.steps:
            x = step(x)
        return x

    @property
    def variables(self):
        return [s.k for s in self.steps if hasattr(s, "k")]


pipe = Pipeline(Scale(), Quantise())
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(pipe(tf.constant([1.0, 2.0])) ** 2)
print(tape.gradient(loss, pipe.variables))
