# effect: wrong
# truth: [0.0258056]
# what the backend calls tnp is NumPy after all
import tensorflow as tf

from oscillator import energy, trajectory

stiffness = tf.Variable(1.5)


def main():
    for step in range(2):
        with tf.GradientTape() as tape:
            positions = trajectory(stiffness, start=1.0, steps=6)
            loss = tf.square(positions[-1] + 0.5) + 0.1 * energy(stiffness, positions)
        gradient = tape.gradient(loss, stiffness)
        stiffness.assign_sub(0.1 * gradient)
        print(step, float(loss), float(gradient))


if __name__ == "__main__":
    main()
