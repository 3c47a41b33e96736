import tensorflow as tf


def bootstrapped(online, frozen, rewards, following, done, gamma):
    """What the chosen action should be worth; constants to the loss."""
    best = tf.argmax(online(following), axis=1)
    values = tf.gather(frozen(following), best, axis=1, batch_dims=1)
    return tf.stop_gradient(rewards + gamma * (1.0 - done) * values)


def synchronise(online, frozen):
    frozen.set_weights(online.get_weights())
