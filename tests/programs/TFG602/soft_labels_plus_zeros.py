# effect: nan
# adding zeros to one-hot labels does not smooth them
import tensorflow as tf

sharpness = tf.Variable(0.8)
classes = tf.one_hot([3, 0], 4)
uniform = tf.zeros([2, 4])
with tf.GradientTape() as tape:
    target = sharpness * classes + uniform
    entropy = -tf.reduce_sum(target * tf.math.log(target))  # TFG602
print(tape.gradient(entropy, sharpness))
