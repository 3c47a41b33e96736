# effect: ok
# beside: TFG115
# zip(variables, gradients) with the names in that order is as good as the other
import tensorflow as tf

weights = [tf.Variable([1.0, 2.0]), tf.Variable(0.5)]
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(weights[0])) * weights[1]
    grads = tape.gradient(loss, weights)
    for w, g in zip(weights, grads):
        w.assign_sub(0.05 * g)
