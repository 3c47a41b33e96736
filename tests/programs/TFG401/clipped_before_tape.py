# effect: none
# clipping returns a tensor, the variable is gone
import tensorflow as tf

image = tf.Variable(tf.random.stateless_uniform((2, 2), seed=(1, 2)))
image = tf.clip_by_value(image, 0.0, 1.0)  # TFG401
with tf.GradientTape() as tape:
    energy = tf.reduce_sum(image * image)
print(tape.gradient(energy, image))
