# effect: none
# assign_sub gives back a read of the variable, not the variable; the next tape does not watch it
import tensorflow as tf

a = tf.Variable(3.0)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = a * a
    g = tape.gradient(loss, a)
    if g is not None:
        a = a.assign_sub(0.1 * g)  # TFG401
