# effect: ok
# beside: TFG510
# Batch-hard triplets: comparisons, argmax-free reductions, counts with casts
import tensorflow as tf

tf.keras.utils.set_random_seed(46)


def pairwise(embeddings, eps=1e-12):
    dot = tf.matmul(embeddings, embeddings, transpose_b=True)
    sq = tf.linalg.diag_part(dot)
    d = tf.maximum(sq[None, :] - 2.0 * dot + sq[:, None], 0.0)
    mask = tf.cast(tf.equal(d, 0.0), tf.float32)
    d = tf.sqrt(d + mask * eps)
    return d * (1.0 - mask)


def batch_hard(labels, embeddings, margin=0.5):
    d = pairwise(embeddings)
    same = tf.equal(labels[:, None], labels[None, :])
    not_self = tf.logical_not(tf.cast(tf.eye(tf.shape(labels)[0]), tf.bool))
    pos = tf.cast(tf.logical_and(same, not_self), tf.float32)
    hardest_pos = tf.reduce_max(pos * d, axis=1)
    neg = tf.cast(tf.logical_not(same), tf.float32)
    biggest = tf.reduce_max(d, axis=1, keepdims=True)
    hardest_neg = tf.reduce_min(d + biggest * (1.0 - neg), axis=1)
    triplet = tf.maximum(hardest_pos - hardest_neg + margin, 0.0)
    active = tf.reduce_mean(tf.cast(triplet > 1e-16, tf.float32))
    return tf.reduce_mean(triplet), active


net = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
x, y = tf.random.normal((6, 4)), tf.constant([0, 0, 1, 1, 2, 2])
opt = tf.keras.optimizers.Adam(1e-2)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss, active = batch_hard(y, net(x, training=True))
    grads = tape.gradient(loss, net.trainable_variables)
    opt.apply_gradients(zip(grads, net.trainable_variables))
    print(float(loss), float(active))
