# effect: wrong
# truth: [0.45, 1.15278]
# a mixin adds a penalty to the loss of whatever comes next in the method resolution order
import tensorflow as tf

from regressors import DecayedRegressor

FEATURES = tf.constant([[1.0, 0.5], [0.0, -1.0], [2.0, 1.0]])
LABELS = tf.constant([[1.0], [0.0], [3.0]])


def main():
    regressor = DecayedRegressor(decay=0.5)
    optimizer = tf.keras.optimizers.SGD(0.1)
    for step in range(2):
        loss, gradients = regressor.gradients(FEATURES, LABELS)
        optimizer.apply_gradients(zip(gradients, regressor.variables))
        print(step, float(loss))


main()
