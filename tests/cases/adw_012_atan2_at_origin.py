# effect: nan
# the angle of the origin has no derivative
import tensorflow as tf

x = tf.Variable(0.0)
y = tf.Variable(0.0)
with tf.GradientTape() as tape:
    angle = tf.atan2(y, x)  # TFG602
    loss = (angle - 0.5) ** 2
print(tape.gradient(loss, [x, y]))
