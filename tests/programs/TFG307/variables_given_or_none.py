# effect: none
# the sources are a list that may be empty, or the one that is given
import tensorflow as tf


def minimise(closure, variables=None):
    sources = [] if variables is None else variables
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(sources)
        loss = tf.stop_gradient(closure())  # TFG307
    return tape.gradient(loss, sources)


weights = tf.Variable([1.0, 2.0])
print(eval("minimise(lambda: tf.reduce_sum(weights**2), [weights])"))
