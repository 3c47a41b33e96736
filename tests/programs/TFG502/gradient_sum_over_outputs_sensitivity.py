# effect: wrong
# truth: [1.0, 2.0, 3.0, 4.0]
# sensitivity matrix d outputs / d inputs, asked with gradient and then reshaped
import tensorflow as tf


class Plant:
    def __init__(self):
        self.A = tf.constant([[1.0, 2.0], [3.0, 4.0]])

    def output(self, u):
        return tf.linalg.matvec(self.A, u)


def sensitivity_matrix(plant, u):
    with tf.GradientTape() as tape:
        tape.watch(u)
        y = plant.output(u)
    J = tape.gradient(y, u)  # TFG502
    return J


print(sensitivity_matrix(Plant(), tf.constant([0.5, 0.5])))
