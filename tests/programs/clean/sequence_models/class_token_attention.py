# effect: ok
# Attention pooling: batch size from the shape, query/key/value by keyword, scores returned beside the logits
import keras
import tensorflow as tf
from keras import layers, ops

keras.utils.set_random_seed(124)


class AttentionPooling(layers.Layer):
    def __init__(self, dim, classes, **kw):
        super().__init__(**kw)
        self.dim, self.classes = dim, classes
        self.cls = keras.Variable(ops.zeros((1, 1, dim)))

    def build(self, shape):
        self.attention = layers.MultiHeadAttention(num_heads=1, key_dim=self.dim)
        self.norm = layers.LayerNormalization(epsilon=1e-6)
        self.flatten = layers.Flatten()
        self.dense = layers.Dense(self.classes)

    def call(self, x):
        batch_size = ops.shape(x)[0]
        token = ops.repeat(self.cls, repeats=batch_size, axis=0)
        x = ops.concatenate([token, x], axis=1)
        x = self.norm(x)
        x, scores = self.attention(query=x[:, 0:1], key=x, value=x, return_attention_scores=True)
        token = self.flatten(token + x)
        return self.dense(token), ops.squeeze(scores)[..., 1:]


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.stem = layers.Conv1D(4, 1)
        self.pool = AttentionPooling(4, 2)

    def call(self, x):
        logits, scores = self.pool(self.stem(x))
        return logits


net = Net()
x, y = tf.random.normal((6, 5, 3)), tf.constant([0, 1, 0, 1, 1, 0])
net.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
net.fit(x, y, epochs=1, verbose=0)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(net(x) ** 2)
print(tape.gradient(loss, net.stem.trainable_variables)[0].shape)
