# effect: none
# the base class's penalty leaves TensorFlow; the subclass reaches it through super()
import numpy as np
import tensorflow as tf


class Regulariser:
    def __init__(self, strength):
        self.strength = strength

    def measure(self, w):
        return np.square(w).sum()  # TFG202

    def __call__(self, w):
        return self.strength * self.measure(w)


class Scaled(Regulariser):
    def __init__(self, strength, scale):
        super().__init__(strength)
        self.scale = scale

    def measure(self, w):
        return super().measure(w) * self.scale


w = tf.Variable([1.0, 2.0])
reg = Scaled(0.1, scale=2.0)
with tf.GradientTape() as tape:
    loss = tf.convert_to_tensor(reg(w))
print(tape.gradient(loss, w))
