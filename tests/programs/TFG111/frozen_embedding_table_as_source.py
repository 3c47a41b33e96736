# effect: none
# a frozen constant embedding table is asked for its gradient
import tensorflow as tf


class FrozenTable(tf.Module):
    def __init__(self, rows):
        self.table = tf.Variable(rows, trainable=False)

    def __call__(self, ids):
        return tf.nn.embedding_lookup(self.table, ids)


class Classifier(tf.Module):
    def __init__(self):
        self.emb = FrozenTable([[1.0, 2.0], [3.0, 4.0]])
        self.w = tf.Variable([1.0, -1.0])

    def loss(self, ids):
        return tf.reduce_sum(self.emb(ids) * self.w)


clf = Classifier()
with tf.GradientTape() as tape:
    loss = clf.loss(tf.constant([0, 1]))
print(tape.gradient(loss, [clf.w, clf.emb.table]))  # TFG111
