# effect: wrong
# truth: [-0.00879998, 0.171429]
# star imports with and without __all__: the envelope is a Python number, the frequency is not
import tensorflow as tf

from constants import *
from mechanics import *


def observed(times):
    rate, amplitude = 0.4, 0.3
    return [swing(tf.constant(rate), tf.constant(amplitude), time) for time in times]


def main():
    damping = tf.Variable(0.2)
    amplitude = tf.Variable(0.5)
    optimizer = tf.keras.optimizers.SGD(LEARNING_RATE)
    times = [DT * step for step in range(STEPS)]
    measured = observed(times)
    for epoch in range(2):
        with tf.GradientTape() as tape:
            angles = [swing(damping, amplitude, time) for time in times]
            loss = mean_squared(angles, measured)
        gradients = tape.gradient(loss, [damping, amplitude])
        optimizer.apply_gradients(zip(gradients, [damping, amplitude]))
        print(epoch, loss.numpy(), potential_energy(angles[-1]).numpy())


main()
