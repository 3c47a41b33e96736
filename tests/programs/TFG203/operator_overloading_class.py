# effect: none
# a vector class keeps its components as floats
import tensorflow as tf


class Vec:
    def __init__(self, x, y):
        self.x, self.y = float(x), float(y)  # TFG203

    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)

    def dot(self, other):
        return self.x * other.x + self.y * other.y


a = tf.Variable(1.0)
with tf.GradientTape() as tape:
    v = Vec(a, 2.0 * a) + Vec(1.0, 1.0)
    loss = tf.constant(v.dot(v))
print(tape.gradient(loss, a))
