# effect: none
# straight-through written the wrong way round: both terms are detached
import tensorflow as tf

x = tf.Variable([0.4, 1.6])


def ste_round(v):
    return tf.stop_gradient(v + (tf.round(v) - v))  # TFG307


with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(ste_round(x)))
print(tape.gradient(loss, x))
