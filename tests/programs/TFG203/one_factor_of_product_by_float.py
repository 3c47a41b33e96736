# effect: wrong
# truth: [12.0]
# product rule: one of the factors passes float()
import tensorflow as tf


class Normalise:
    def scale(self, x):
        return float(x) ** 2  # TFG203

    def __call__(self, x):
        return x * self.scale(x)


x = tf.Variable(2.0)
norm = Normalise()
with tf.GradientTape() as tape:
    y = norm(x)
print(tape.gradient(y, x))
