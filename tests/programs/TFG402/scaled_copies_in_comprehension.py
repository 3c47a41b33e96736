# effect: none
# scaled copies of the parameters are made as variables inside the tape
import tensorflow as tf

masters = [tf.Variable(1.0), tf.Variable(2.0), tf.Variable(3.0)]
temperature = tf.Variable(0.5)

with tf.GradientTape() as tape:
    scaled = [tf.Variable(m * temperature) for m in masters]  # TFG402
    energy = tf.add_n([s**2 for s in scaled])
print(tape.gradient(energy, [temperature, *masters]))
