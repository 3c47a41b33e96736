# effect: none
# the force is the gradient of an abstract energy; one potential copies the position first
import tensorflow as tf

from potentials.base import total_energy
from potentials.harmonic import Harmonic
from potentials.morse import Morse


def simulate(potential, position, velocity, steps=3, dt=0.05):
    for _ in range(steps):
        acceleration = potential.force(position)
        velocity = velocity + dt * acceleration
        position.assign_add(dt * velocity)
    return position, velocity


def main():
    velocity = tf.constant([0.0, 0.1])
    simulate(Harmonic(stiffness=2.0), tf.Variable([1.0, 0.5]), velocity)
    position, velocity = simulate(Morse(depth=1.5), tf.Variable([1.3, 0.8]), velocity)
    print(float(total_energy(Morse(depth=1.5), position, velocity)))


if __name__ == "__main__":
    main()
