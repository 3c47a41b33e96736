# effect: wrong
# truth: [0.104534, -0.620207]
# a loop of `assign_sub` over the variables in another order
import tensorflow as tf

gain = tf.Variable(1.5)
offset = tf.Variable(-0.5)
signal = tf.constant([1.0, 2.0, 4.0])
observed = tf.constant([2.0, 3.0, 5.0])
for step in range(3):
    with tf.GradientTape() as tape:
        residual = gain * signal + offset - observed
        loss = tf.reduce_mean(tf.square(residual))
    gradients = tape.gradient(loss, [gain, offset])
    for gradient, variable in zip(gradients, [offset, gain]):
        variable.assign_sub(0.02 * gradient)  # TFG505
print(gradients)
