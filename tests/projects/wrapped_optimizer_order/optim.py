import tensorflow as tf


class BoundOptimizer:
    """An optimizer that is told its variables once."""

    def __init__(self, learning_rate, variables, clip=100.0):
        self.inner = tf.keras.optimizers.SGD(learning_rate, momentum=0.5)
        self.variables = list(variables)
        self.clip = clip
        self.norms = []

    def step(self, gradients):
        gradients, norm = tf.clip_by_global_norm(gradients, self.clip)
        self.norms.append(float(norm))
        self.inner.apply_gradients(zip(gradients, self.variables))  # TFG505
