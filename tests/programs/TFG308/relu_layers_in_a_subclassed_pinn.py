# effect: zero
# a subclassed physics-informed network whose hidden layers are relu: u'' is zero for any weights
import tensorflow as tf


class Beam(tf.keras.Model):
    def __init__(self, width=8, depth=3):
        super().__init__()
        self.hidden = [tf.keras.layers.Dense(width, activation="relu") for _ in range(depth)]
        self.out = tf.keras.layers.Dense(1)

    def call(self, x):
        for layer in self.hidden:
            x = layer(x)
        return self.out(x)

    def curvature(self, x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                deflection = self(x)
            slope = inner.gradient(deflection, x)
        return outer.gradient(slope, x)  # TFG308


beam = Beam()
print(beam.curvature(tf.constant([[0.1], [0.5], [0.9]])))
