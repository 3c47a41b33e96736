# effect: ok
# beside: TFG310
# indices select the hardest negatives, their losses carry the gradient
import tensorflow as tf

anchor = tf.Variable([[1.0, 0.0], [0.5, 0.5]])


def triplet(emb, margin=0.5):
    d = tf.reduce_sum(tf.square(emb[:, None] - emb[None]), -1)
    far = d + 10.0 * tf.eye(emb.shape[0])
    hardest = tf.argmin(far, axis=1)
    neg = tf.gather(d, hardest, batch_dims=1)
    order = tf.argsort(neg, direction="DESCENDING")
    return tf.reduce_mean(tf.nn.relu(margin - tf.gather(neg, order)[:1]) + 0.01 * neg)


with tf.GradientTape() as tape:
    loss = triplet(anchor)
print(tape.gradient(loss, anchor))
