# effect: ok
# beside: TFG309
# Gumbel softmax with the hard sample passed straight through in a helper
import tensorflow as tf

tf.random.set_seed(0)


def sample_gumbel(shape, eps=1e-20):
    u = tf.random.uniform(shape)
    return -tf.math.log(-tf.math.log(u + eps) + eps)


def gumbel_softmax(logits, temperature, hard=False):
    y = tf.nn.softmax((logits + sample_gumbel(tf.shape(logits))) / temperature)
    if hard:
        y_hard = tf.cast(tf.equal(y, tf.reduce_max(y, 1, keepdims=True)), y.dtype)
        y = tf.stop_gradient(y_hard - y) + y
    return y


logits = tf.Variable(tf.random.normal((4, 5)))
decode = tf.Variable(tf.random.normal((5, 3)))
target = tf.random.normal((4, 3))
tau = 1.0
for step in range(3):
    with tf.GradientTape() as tape:
        sample = gumbel_softmax(logits, tau, hard=True)
        chosen = tf.argmax(sample, axis=-1)
        loss = tf.reduce_mean((sample @ decode - target) ** 2)
    g1, g2 = tape.gradient(loss, [logits, decode])
    logits.assign_sub(0.1 * g1)
    decode.assign_sub(0.1 * g2)
    tau = max(0.5, tau * 0.9)
    print(step, chosen.numpy().tolist(), float(loss), tau)
