import tensorflow as tf


def gradients_of(tape, loss, network, limit=1.0):
    """Clipped gradients for everything the network learns."""
    gradients = tape.gradient(loss, network.trainable_variables)  # TFG105
    clipped, _ = tf.clip_by_global_norm(gradients, limit)
    return clipped


def apply_gradients(optimizer, gradients, network):
    optimizer.apply_gradients(zip(gradients, network.trainable_variables))
