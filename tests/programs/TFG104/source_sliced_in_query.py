# effect: none
# the query slices the variable anew: that slice was never on the path
import tensorflow as tf

params = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(params**3)
print("first component:", tape.gradient(loss, params[0]))  # TFG104
