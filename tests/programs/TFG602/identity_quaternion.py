# effect: nan
# the rotation starts at the identity, where acos has an infinite slope
import tensorflow as tf

q = tf.Variable([1.0, 0.0, 0.0, 0.0])
with tf.GradientTape() as tape:
    angle = 2.0 * tf.acos(q[0])  # TFG602
    loss = tf.square(angle - 0.5)
print(tape.gradient(loss, q))
