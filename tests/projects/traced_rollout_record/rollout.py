import tensorflow as tf

from recording import new_record, remember


@tf.function
def rollout(policy, position, steps):
    """The positions after each step."""
    record = new_record(steps)
    for step in range(steps):
        position = position + 0.5 * policy(position)
        remember(record, step, position)
    return record.stack()
