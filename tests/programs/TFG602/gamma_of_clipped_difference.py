# effect: nan
# the difference of each pixel with itself, to a power below one
import tensorflow as tf

pixels = tf.Variable([0.1, 0.7, 0.3])
with tf.GradientTape() as tape:
    apart = tf.math.squared_difference(pixels[:, None], pixels[None, :])
    perceived = tf.pow(apart, 0.3)  # TFG602
    loss = tf.reduce_sum(perceived)
print(tape.gradient(loss, pixels))
