# effect: none
# the residual of the last sensor only, assigned in a condition
import tensorflow as tf

offsets = [tf.Variable(0.1), tf.Variable(0.2), tf.Variable(0.3)]
readings = [1.0, 2.0, 3.0]
total = tf.constant(0.0)
with tf.GradientTape() as tape:
    for offset, reading in zip(offsets, readings):
        if (error := tf.square(reading + offset)) > 0.0:
            total = error  # TFG501
    loss = total / len(readings)
print(tape.gradient(loss, offsets))
