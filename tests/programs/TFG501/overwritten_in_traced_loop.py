# effect: wrong
# truth: [56]
# the same mistake inside a traced loop
import tensorflow as tf

theta = tf.Variable(2.0)


@tf.function
def energy(points):
    acc = tf.constant(0.0)
    for i in tf.range(tf.shape(points)[0]):
        acc = tf.square(theta * points[i])  # TFG501
    return acc


with tf.GradientTape() as tape:
    e = energy(tf.constant([1.0, 2.0, 3.0]))
print(tape.gradient(e, theta))
