import tensorflow as tf

from backend import as_tensor, pi, tnp


def period(stiffness):
    return 2.0 * pi / tnp.sqrt(stiffness)  # TFG202


def trajectory(stiffness, start, steps, share=0.1):
    """Positions at equal parts of a period, with a semi-implicit scheme."""
    dt = share * period(stiffness)
    position, velocity = as_tensor(start), as_tensor(0.0)
    positions = []
    for _ in range(steps):
        velocity = velocity - dt * stiffness * position
        position = position + dt * velocity
        positions.append(position)
    return tf.stack(positions)


def energy(stiffness, positions):
    return 0.5 * stiffness * tf.reduce_mean(tf.square(positions))
