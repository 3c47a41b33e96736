# effect: ok
# Two-tower retrieval with in-batch negatives, candidate ids as integers and hit rates
import tensorflow as tf

tf.keras.utils.set_random_seed(98)


class TwoTower(tf.keras.Model):
    def __init__(self, users, items, dim=4):
        super().__init__()
        self.user = tf.keras.Sequential(
            [tf.keras.layers.Embedding(users, dim), tf.keras.layers.Dense(dim)]
        )
        self.item = tf.keras.layers.Embedding(items, dim)
        self.temperature = self.add_weight(shape=(), initializer="ones", name="temperature")
        self.hits = tf.keras.metrics.Mean(name="hit@2")

    @property
    def metrics(self):
        return [self.hits]

    def train_step(self, batch):
        users, items = batch
        with tf.GradientTape() as tape:
            q, c = self.user(users), self.item(items)
            scores = tf.matmul(q, c, transpose_b=True) / self.temperature
            labels = tf.range(tf.shape(scores)[0])
            duplicate = tf.cast(tf.equal(items[:, None], items[None, :]), tf.float32)
            duplicate -= tf.eye(tf.shape(scores)[0])
            scores = scores - duplicate * 1e9
            loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, scores)
            loss = tf.reduce_sum(loss)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.hits.update_state(tf.cast(tf.math.in_top_k(labels, scores, 2), tf.float32))
        return {"loss": loss, "hit": self.hits.result()}


m = TwoTower(5, 7)
m.compile(optimizer=tf.keras.optimizers.Adagrad(0.1))
ds = tf.data.Dataset.from_tensor_slices(
    (tf.constant([0, 1, 2, 3]), tf.constant([1, 2, 2, 6]))
).batch(4)
m.fit(ds, epochs=2, verbose=0)
