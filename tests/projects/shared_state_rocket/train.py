# effect: none
# several modules share variables of a state module; the thrust reaches the loss through one of them
import tensorflow as tf

import parameters
import state
from dynamics import burn, coast

TARGET = 40.0


def rollout():
    state.reset()
    burn(steps=5)
    return coast(duration=2.0)


def main():
    for step in range(2):
        with tf.GradientTape() as tape:
            miss = rollout() - TARGET
            loss = tf.square(miss) + parameters.fuel_price * tf.abs(parameters.thrust)
        gradients = tape.gradient(loss, [parameters.thrust, parameters.angle])
        print(step, float(loss), gradients)
        for variable, gradient in zip([parameters.thrust, parameters.angle], gradients):
            variable.assign_sub(1e-3 * gradient)


if __name__ == "__main__":
    main()
