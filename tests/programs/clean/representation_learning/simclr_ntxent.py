# effect: ok
# beside: TFG510
# NT-Xent with masks, labels by range, and accuracy inside the tape
import tensorflow as tf

tf.keras.utils.set_random_seed(47)
LARGE = 1e9
net = tf.keras.Sequential([tf.keras.Input((5,)), tf.keras.layers.Dense(4)])


def nt_xent(h1, h2, temperature=0.5):
    h1, h2 = tf.math.l2_normalize(h1, -1), tf.math.l2_normalize(h2, -1)
    n = tf.shape(h1)[0]
    labels = tf.one_hot(tf.range(n), n * 2)
    masks = tf.one_hot(tf.range(n), n)
    aa = tf.matmul(h1, h1, transpose_b=True) / temperature - masks * LARGE
    bb = tf.matmul(h2, h2, transpose_b=True) / temperature - masks * LARGE
    ab = tf.matmul(h1, h2, transpose_b=True) / temperature
    ba = tf.matmul(h2, h1, transpose_b=True) / temperature
    loss_a = tf.nn.softmax_cross_entropy_with_logits(labels, tf.concat([ab, aa], 1))
    loss_b = tf.nn.softmax_cross_entropy_with_logits(labels, tf.concat([ba, bb], 1))
    return tf.reduce_mean(loss_a + loss_b), ab, labels


x = tf.random.normal((4, 5))
acc = tf.keras.metrics.Accuracy()
for _ in range(2):
    with tf.GradientTape() as tape:
        loss, logits, labels = nt_xent(net(x + 0.1), net(0.9 * x))
        acc.update_state(tf.argmax(labels[:, :4], 1), tf.argmax(logits, 1))
        entropy = -tf.reduce_mean(
            tf.reduce_sum(tf.nn.softmax(logits) * tf.math.log(tf.nn.softmax(logits) + 1e-8), -1)
        ).numpy()
    grads = tape.gradient(loss, net.trainable_variables)
    for v, g in zip(net.trainable_variables, grads):
        v.assign_sub(0.1 * g)
    print(loss.numpy(), acc.result().numpy(), entropy)
