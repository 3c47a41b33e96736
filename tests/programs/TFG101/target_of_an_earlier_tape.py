# effect: none
# each tape is right by itself; the last query asks the second one about the first one's target
import tensorflow as tf

weight = tf.Variable(3.0)
with tf.GradientTape() as first:
    energy = weight**2
print(first.gradient(energy, weight))

with tf.GradientTape() as second:
    momentum = weight**3
print(second.gradient(energy, weight))  # TFG101
