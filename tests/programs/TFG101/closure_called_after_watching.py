# effect: none
# the block only watches; the closure that computes the loss is called after it
import tensorflow as tf


def loss_and_gradients(closure, variables):
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(variables)
    loss = closure()  # TFG101
    return loss, tape.gradient(loss, variables)


weight = tf.Variable([1.0, 2.0])
for name in ["loss_and_gradients"]:
    print(globals()[name](lambda: tf.reduce_sum(weight**2), [weight]))
