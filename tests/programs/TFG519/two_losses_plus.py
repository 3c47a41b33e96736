# effect: wrong
# truth: [5.0, -1.33333]
# gradients of two losses, added with `+` and applied by hand
import tensorflow as tf

centre = tf.Variable(3.0)
width = tf.Variable(1.0)
variables = [centre, width]
points = tf.constant([0.0, 1.0, 2.0])
for _ in range(2):
    with tf.GradientTape(persistent=True) as tape:
        fit = tf.reduce_mean(tf.square(points - centre)) / width
        prior = tf.square(width - 2.0) + tf.square(centre)
    gradients = tape.gradient(fit, variables) + tape.gradient(prior, variables)  # TFG519
    last = tape.gradient(prior, variables)
    del tape
    for gradient, variable in zip(gradients, variables):
        variable.assign_sub(0.05 * gradient)
print(last)
