# effect: none
# global name rebound to a tensor inside the training function
import tensorflow as tf

theta = tf.Variable([0.5, -0.5])


def train_step(x, y):
    global theta
    with tf.GradientTape() as tape:
        error = tf.reduce_sum(theta * x) - y
        loss = tf.square(error)
    g = tape.gradient(loss, theta)
    if g is not None:
        theta = tf.subtract(theta, 0.01 * g)  # TFG401
    return g


for x, y in [([1.0, 2.0], 3.0), ([2.0, 1.0], 0.0)]:
    print(train_step(tf.constant(x), y))
