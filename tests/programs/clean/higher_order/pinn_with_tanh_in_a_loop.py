# effect: ok
# beside: TFG308
# the hidden layers are tanh, so the second derivative is a number
import tensorflow as tf


class Beam(tf.keras.Model):
    def __init__(self, width=8, depth=3):
        super().__init__()
        self.hidden = [tf.keras.layers.Dense(width, activation="tanh") for _ in range(depth)]
        self.out = tf.keras.layers.Dense(1)

    def call(self, x):
        for layer in self.hidden:
            x = layer(x)
        return self.out(x)


beam = Beam()
x = tf.constant([[0.1], [0.5], [0.9]])
with tf.GradientTape() as outer:
    outer.watch(x)
    with tf.GradientTape() as inner:
        inner.watch(x)
        deflection = beam(x)
    slope = inner.gradient(deflection, x)
print(outer.gradient(slope, x))
