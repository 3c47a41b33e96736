# effect: none
# target and source are the wrong way round
import tensorflow as tf

w = tf.Variable(5.0)


def get_grad(fn, var):
    with tf.GradientTape() as tape:
        loss = fn(var)
    return tape.gradient(var, loss)  # TFG108


print(get_grad(lambda v: v**2, w))
