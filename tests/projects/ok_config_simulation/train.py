# effect: ok
# whole numbers steer a simulation with shared variables; the state is carried in tensors
import tensorflow as tf

import scenario
from plant import wall
from simulation import simulate, snapshot


def discomfort(temperatures):
    above = tf.nn.relu(temperatures - scenario.COMFORT[1])
    below = tf.nn.relu(scenario.COMFORT[0] - temperatures)
    return tf.reduce_mean(tf.square(above + below))


def main():
    for iteration in range(scenario.ITERATIONS):
        with tf.GradientTape() as tape:
            temperatures = simulate(scenario.STEPS)
            loss = discomfort(temperatures) + scenario.INSULATION_COST * wall.insulation
        gradients = tape.gradient(loss, [wall.insulation, wall.heating])
        for variable, gradient in zip([wall.insulation, wall.heating], gradients):
            variable.assign_sub(scenario.RATE * gradient)
        snapshot.assign(temperatures[-1])
        print(iteration, float(loss), f"{snapshot.numpy():.2f}")


if __name__ == "__main__":
    main()
