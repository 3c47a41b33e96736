# effect: wrong
# truth: [-0.26052, -0.29707, -0.84757, -0.97447]
# a network of matrix products in a class, with variables for the coordinates
import tensorflow as tf


class Field:
    def __init__(self):
        self.first = tf.constant([[1.0, 0.5], [0.5, 1.0]])
        self.last = tf.constant([[1.0], [1.0]])

    def value(self, points):
        return tf.matmul(tf.sin(tf.matmul(points, self.first)), self.last)

    def second(self, points):
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                value = self.value(points)
            slope = inner.gradient(value, points)
        return outer.gradient(slope, points)  # TFG516


print(Field().second(tf.Variable([[0.1, 0.2], [0.3, 0.8]])))
