# effect: ok
# beside: TFG313
# a zero times unused weights keeps them in the graph on purpose
import tensorflow as tf

used = tf.Variable([0.5, -0.5])
unused = tf.Variable([0.25])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(used)) + 0.0 * tf.reduce_sum(unused)
gradients = tape.gradient(loss, [used, unused])
print(gradients[0])
