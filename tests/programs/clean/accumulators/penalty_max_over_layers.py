# effect: ok
# the largest penalty is wanted, not the sum, so the name is overwritten on purpose
import tensorflow as tf

layers = [tf.Variable([1.0, 2.0]), tf.Variable([3.0, 0.5])]
with tf.GradientTape() as tape:
    penalty = tf.constant(0.0)
    for layer in layers:
        penalty = tf.maximum(penalty, tf.reduce_sum(tf.square(layer)))
    soft = 0.0
    for layer in layers:
        soft = tf.reduce_logsumexp(tf.stack([soft, tf.reduce_sum(layer)]))
    loss = penalty + soft
print(tape.gradient(loss, layers))
