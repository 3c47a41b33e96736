# effect: wrong
# truth: [1.08, 5.4, 4.32]
# meant as the diagonal of the Hessian; neighbours in the chain pull at each other
import tensorflow as tf


def energy(beads):
    stretch = beads[:-1] - beads[1:]
    return tf.reduce_sum(0.25 * stretch**4)


beads = tf.Variable([0.2, 0.8, 2.0])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        total = energy(beads)
    force = inner.gradient(total, beads)
stiffness = outer.gradient(force, beads)  # TFG516
print(stiffness)
