# effect: ok
# the slope of a square is zero at zero
import tensorflow as tf

place = tf.Variable([4.0, 0.0])
with tf.GradientTape() as tape:
    height = (pow(place[0], 2) + place[1] - 11.0) ** 2 + (place[0] + pow(place[1], 2) - 7.0) ** 2
print(tape.gradient(height, place))
