import tensorflow as tf

velocity = tf.Variable(0.0, trainable=False, name="velocity")


def reset():
    velocity.assign(0.0)
