# effect: ok
# beside: TFG308
# the target of the outer query has another term that is curved
import tensorflow as tf


t = tf.Variable(0.5)
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        place = 3.0 * t + 1.0
    speed = inner.gradient(place, t)
    power = speed * t**2
print(outer.gradient(power, t))
