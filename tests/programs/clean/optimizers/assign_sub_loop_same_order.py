# effect: ok
# steps by hand over one list, used twice
import tensorflow as tf

gain, offset = tf.Variable(1.5), tf.Variable(-0.5)
parameters = [gain, offset]
for step in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(gain * tf.constant([1.0, 2.0]) + offset))
    gradients = tape.gradient(loss, parameters)
    for gradient, variable in zip(gradients, parameters):
        variable.assign_sub(0.02 * gradient)
print(gradients)
