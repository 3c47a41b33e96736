# effect: error
# raises: NotImplementedError
# np.mean in a traced step
import numpy as np
import tensorflow as tf


class Trainer(tf.Module):
    def __init__(self):
        self.w = tf.Variable([1.0, 2.0])

    def objective(self, x):
        return np.mean(self.w * x)  # TFG202

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = self.objective(x)
        return tape.gradient(loss, self.w)


trainer = Trainer()
print(trainer.step(tf.ones((2,))))
