# effect: ok
# a variable by reference, as TensorFlow 1 makes them, has no in-place operators: Python adds
import tensorflow as tf

tf.compat.v1.disable_v2_behavior()

with tf.Graph().as_default():
    shared = tf.compat.v1.get_variable(
        "shared", shape=[2], initializer=tf.compat.v1.ones_initializer()
    )
    own = tf.compat.v1.get_variable("own", shape=[2], initializer=tf.compat.v1.ones_initializer())
    total = shared
    total += own
    print(tf.gradients(tf.reduce_sum(total**2), [shared, own]))
