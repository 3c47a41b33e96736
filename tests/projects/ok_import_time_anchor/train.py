# effect: ok
# a module keeps the values its variables started with; fine-tuning stays near them
import tensorflow as tf

import pretrained
from regularisers import near_start, sparsity

FEATURES = tf.constant([[1.0, 2.0], [0.5, -1.0], [-1.0, 0.5]])
LABELS = tf.constant([2.0, 0.0, -0.5])


def main():
    variables = [pretrained.weights, pretrained.scale]
    for step in range(3):
        with tf.GradientTape() as tape:
            error = pretrained.predict(FEATURES) - LABELS
            loss = tf.reduce_mean(tf.square(error))
            loss += 0.1 * near_start() + 0.01 * sparsity(pretrained.weights)
        gradients = tape.gradient(loss, variables)
        for variable, gradient in zip(variables, gradients):
            variable.assign_sub(0.1 * gradient)
        print(step, float(loss), pretrained.moved())


if __name__ == "__main__":
    main()
