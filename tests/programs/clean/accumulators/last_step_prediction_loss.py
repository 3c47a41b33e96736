# effect: ok
# the loss is meant for the last step only, `loss = 0.0` is a placeholder for an empty sequence
import tensorflow as tf

w = tf.Variable([[0.5, 0.1], [-0.2, 0.4]])


def last_step_loss(sequence, target):
    loss = 0.0
    h = tf.zeros((1, 2))
    for x in sequence:
        h = tf.tanh(x + h @ w)
        loss = tf.reduce_mean(tf.square(h - target))
        print("step loss", float(loss))
    return loss


steps = [tf.ones((1, 2)), tf.ones((1, 2)) * 0.5]
with tf.GradientTape() as tape:
    final = last_step_loss(steps, tf.zeros((1, 2)))
print(tape.gradient(final, w))
