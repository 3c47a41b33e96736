import tensorflow as tf

STEPS = [tf.abs, tf.sign]


def prepared(h):
    for step in STEPS:
        h = step(h)  # TFG303
    return h
