# effect: wrong
# truth: [0.36, -0.48]
# normalising by float(norm): the projection part of the derivative is missing
import tensorflow as tf

direction = tf.Variable([4.0, 3.0])


def unit(v):
    length = float(tf.norm(v))  # TFG203
    return v / length


with tf.GradientTape() as tape:
    cosine = 5.0 * unit(direction)[0]
print(tape.gradient(cosine, direction))
