# effect: ok
# beside: TFG117
# the arithmetic knows slices by their class
import tensorflow as tf

table = tf.Variable(tf.ones((5, 2)))
bias = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.gather(table, [1, 3]) ** 2) + tf.reduce_sum(bias**2)
scaled = []
for gradient in tape.gradient(loss, [table, bias]):
    if isinstance(gradient, tf.IndexedSlices):
        scaled.append(tf.IndexedSlices(gradient.values * 0.5, gradient.indices))
    else:
        scaled.append(gradient * 0.5)
print(scaled)
