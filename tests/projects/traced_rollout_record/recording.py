import tensorflow as tf


def new_record(size):
    return tf.TensorArray(tf.float32, size=size, element_shape=())


def remember(record, index, value):
    record.write(index, tf.clip_by_value(value, -10.0, 10.0))  # TFG405
