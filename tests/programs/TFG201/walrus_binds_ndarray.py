# effect: none
# the clipped activation is bound with := to an ndarray and used from there
import tensorflow as tf

a = tf.Variable([0.2, 1.4])
with tf.GradientTape() as tape:
    if (act := tf.exp(a).numpy()).max() > 1.0:  # TFG201
        act = act / act.max()
    loss = tf.reduce_sum(tf.constant(act) * [1.0, 2.0])
print(tape.gradient(loss, a))
