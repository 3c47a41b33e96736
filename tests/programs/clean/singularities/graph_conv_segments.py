# effect: ok
# Graph network with integer edges, segment sums, degree counts and safe division
import tensorflow as tf

tf.keras.utils.set_random_seed(99)
edges = tf.constant([[0, 1], [1, 2], [2, 0], [3, 2]])
x = tf.random.normal((4, 3))
labels = tf.constant([0, 1, 1, 0])
train_mask = tf.constant([True, True, False, True])


class GraphConv(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.dense, self.self_dense = tf.keras.layers.Dense(units), tf.keras.layers.Dense(units)

    def call(self, x):
        src, dst = edges[:, 0], edges[:, 1]
        n = tf.shape(x)[0]
        messages = tf.gather(self.dense(x), src)
        total = tf.math.unsorted_segment_sum(messages, dst, n)
        degree = tf.math.unsorted_segment_sum(tf.ones_like(dst, tf.float32), dst, n)
        return tf.nn.relu(self.self_dense(x) + total / tf.maximum(degree, 1.0)[:, None])


conv, head = GraphConv(5), tf.keras.layers.Dense(2)
opt = tf.keras.optimizers.Adam(1e-2)
for _ in range(2):
    with tf.GradientTape() as tape:
        logits = head(conv(x))
        ce = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
        mask = tf.cast(train_mask, tf.float32)
        loss = tf.reduce_sum(ce * mask) / tf.reduce_sum(mask)
        correct = tf.cast(tf.argmax(logits, 1, output_type=tf.int32) == labels, tf.float32)
        val = tf.reduce_sum(correct * (1 - mask)) / tf.reduce_sum(1 - mask)
    variables = conv.trainable_variables + head.trainable_variables
    opt.apply_gradients(zip(tape.gradient(loss, variables), variables))
    print(loss.numpy(), val.numpy())
