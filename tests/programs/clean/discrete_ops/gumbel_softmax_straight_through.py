# effect: ok
# beside: TFG309
# hard Gumbel-softmax with the soft sample kept for the gradient
import tensorflow as tf


def gumbel_softmax(logits, tau=0.7, hard=True):
    u = tf.random.stateless_uniform(tf.shape(logits), (3, 4), minval=1e-6)
    y = tf.nn.softmax((logits - tf.math.log(-tf.math.log(u))) / tau)
    if hard:
        y_hard = tf.one_hot(tf.argmax(y, -1), y.shape[-1])
        y = tf.stop_gradient(y_hard - y) + y
    return y


logits = tf.Variable([[1.0, 2.0, 0.5]])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(gumbel_softmax(logits) * [[1.0, 2.0, 3.0]])
print(tape.gradient(loss, logits))
