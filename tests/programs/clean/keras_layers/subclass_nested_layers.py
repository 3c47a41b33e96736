# effect: ok
# beside: TFG413, TFG805
# Nested subclassed layers in lists and dicts, stochastic depth by comparison of random numbers
import tensorflow as tf

tf.keras.utils.set_random_seed(94)


class DropPath(tf.keras.layers.Layer):
    def __init__(self, rate):
        super().__init__()
        self.rate = rate

    def call(self, x, training=False):
        if not training or self.rate == 0.0:
            return x
        keep = 1.0 - self.rate
        shape = (tf.shape(x)[0],) + (1,) * (len(x.shape) - 1)
        mask = tf.floor(keep + tf.random.uniform(shape))
        return (x / keep) * mask


class Residual(tf.keras.layers.Layer):
    def __init__(self, units, rate):
        super().__init__()
        self.parts = {
            "a": tf.keras.layers.Dense(units, activation="gelu"),
            "b": tf.keras.layers.Dense(units),
        }
        self.drop, self.norm = DropPath(rate), tf.keras.layers.LayerNormalization()

    def call(self, x, training=False):
        h = self.parts["b"](self.parts["a"](self.norm(x)))
        return x + self.drop(h, training=training)


class Net(tf.keras.Model):
    def __init__(self, units=4, depth=3):
        super().__init__()
        self.stem = tf.keras.layers.Dense(units)
        self.blocks = [Residual(units, 0.1 * i / depth) for i in range(depth)]
        self.head = tf.keras.layers.Dense(2)

    def call(self, x, training=False):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x, training=training)
        return self.head(x)


net = Net()
x, y = tf.random.normal((6, 3)), tf.constant([0, 1, 0, 1, 1, 0])
net.compile(
    tf.keras.optimizers.AdamW(1e-3),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
net.fit(x, y, epochs=1, verbose=0)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(net(x, training=True)))
print(len(tape.gradient(loss, net.trainable_variables)))
