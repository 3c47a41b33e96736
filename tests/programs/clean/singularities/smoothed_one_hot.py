# effect: ok
# beside: TFG603
# smoothing adds a part of the uniform distribution, so no logarithm is of zero
import tensorflow as tf

sharpness = tf.Variable(0.8)
classes = tf.one_hot([3, 0], 4)
uniform = tf.zeros([2, 4]) + 0.25
with tf.GradientTape() as tape:
    target = sharpness * classes + (1.0 - sharpness) * uniform
    entropy = -tf.reduce_sum(target * tf.math.log(target))
print(tape.gradient(entropy, sharpness))
