# effect: ok
# Embedding model: integer inputs, gathers, one lookup per table
import tensorflow as tf

tf.keras.utils.set_random_seed(23)


class Word2Vec(tf.keras.Model):
    def __init__(self, vocab, dim):
        super().__init__()
        self.target_embedding = tf.keras.layers.Embedding(vocab, dim, name="w2v")
        self.context_embedding = tf.keras.layers.Embedding(vocab, dim)

    def call(self, pair):
        target, context = pair
        if len(target.shape) == 2:
            target = tf.squeeze(target, axis=1)
        word = self.target_embedding(target)
        ctx = self.context_embedding(context)
        return tf.einsum("be,bce->bc", word, ctx)


targets = tf.constant([[1], [2], [3]])
contexts = tf.constant([[4, 5, 6], [1, 7, 0], [2, 2, 3]])
labels = tf.one_hot(tf.zeros(3, tf.int32), 3)
w2v = Word2Vec(10, 4)
w2v.compile(
    optimizer="adam",
    loss=tf.keras.losses.CategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
w2v.fit(tf.data.Dataset.from_tensor_slices(((targets, contexts), labels)).batch(3), verbose=0)

table = tf.Variable(tf.random.normal((10, 4)))
with tf.GradientTape() as tape:
    rows = tf.nn.embedding_lookup(table, tf.cast(targets[:, 0], tf.int64))
    nearest = tf.argmax(rows @ tf.transpose(table), axis=1)
    loss = tf.reduce_mean(tf.reduce_sum(rows**2, 1))
grad = tape.gradient(loss, table)
print(grad.indices.numpy(), nearest.numpy())
