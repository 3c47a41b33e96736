import tensorflow as tf


def append(record, index, value):
    return record.write(index, value)


def scan(cell, sequences):
    """All states, time first."""
    steps = tf.shape(sequences)[1]
    record = tf.TensorArray(tf.float32, size=steps)
    state = tf.zeros((sequences.shape[0], cell.width))
    for index in tf.range(steps):
        state = cell(sequences[:, index], state)
        record = append(record, index, state)
    return record.stack()


def stacked_norms(variables):
    norms = []
    for variable in variables:
        norms.append(tf.reduce_sum(tf.square(variable)))
    return tf.stack(norms)
