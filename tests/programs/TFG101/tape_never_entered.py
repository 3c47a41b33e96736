# effect: error
# raises: RuntimeError
# the tape object is created but no with statement ever enters it
import tensorflow as tf

theta = tf.Variable([0.5, -1.0])
tape = tf.GradientTape()
energy = tf.reduce_sum(theta**2)  # TFG101
print(tape.gradient(energy, theta))
