# effect: wrong
# truth: [6.0]
# truncated BPTT in a graph: the loss of each step replaces the one before
import tensorflow as tf

a = tf.Variable(1.0)


@tf.function
def sequence_loss(xs):
    loss = tf.constant(0.0)
    for t in tf.range(3):
        loss = a * xs[t]  # TFG501
    return loss


with tf.GradientTape() as tape:
    total = sequence_loss(tf.constant([1.0, 2.0, 3.0]))
print(tape.gradient(total, a))
