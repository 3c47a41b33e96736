# effect: none
# hard Gumbel-softmax samples: the soft sample was left out of the result
import tensorflow as tf


def gumbel_softmax(logits, tau=1.0, hard=False, seed=(3, 4)):
    u = tf.random.stateless_uniform(tf.shape(logits), seed, minval=1e-6, maxval=1.0)
    y = tf.nn.softmax((logits - tf.math.log(-tf.math.log(u))) / tau)
    if not hard:
        return y
    return tf.one_hot(tf.argmax(y, axis=-1), logits.shape[-1])  # TFG301


logits = tf.Variable([[1.0, 2.0, 0.5]])
with tf.GradientTape() as tape:
    sample = gumbel_softmax(logits, hard=True)
    loss = tf.reduce_sum(sample * tf.constant([[1.0, 2.0, 3.0]]))
print(tape.gradient(loss, logits))
