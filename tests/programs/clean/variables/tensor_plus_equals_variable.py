# effect: ok
# the left side is a tensor, the right side a variable
import tensorflow as tf

weights = [tf.Variable([1.0, 2.0]), tf.Variable([3.0, 4.0])]
with tf.GradientTape() as tape:
    total = tf.zeros(2)
    for w in weights:
        total += w
        w = w * 2.0
        w += 1.0
        total += w
    loss = tf.reduce_sum(total**2)
print(tape.gradient(loss, weights))
