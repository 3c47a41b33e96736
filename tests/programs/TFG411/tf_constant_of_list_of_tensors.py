# effect: error
# raises: ValueError
# tf.constant wants numbers; a list of tensors is for tf.stack
import tensorflow as tf

a = tf.Variable(0.5)
with tf.GradientTape() as tape:
    points = []
    for i in range(3):
        points.append(a * float(i))
    curve = tf.constant(points)  # TFG411
    loss = tf.reduce_sum(curve)
print(tape.gradient(loss, a))
