# effect: none
# from_params() makes a new model out of mixed parameters, each in a fresh variable
import tensorflow as tf


class Linear:
    def __init__(self, w, b):
        self.w, self.b = tf.Variable(w), tf.Variable(b)  # TFG402

    @classmethod
    def interpolate(cls, one, two, t):
        return cls(one.w * (1 - t) + two.w * t, one.b * (1 - t) + two.b * t)

    def __call__(self, x):
        return self.w * x + self.b


a, b = Linear(1.0, 0.0), Linear(2.0, 1.0)
t = tf.Variable(0.5)
with tf.GradientTape() as tape:
    mid = Linear.interpolate(a, b, t)
    loss = (mid(3.0) - 1.0) ** 2
print(tape.gradient(loss, t))
