# effect: ok
# Binary network: sign forward with custom_gradient and clipped weights after the step
import tensorflow as tf

tf.keras.utils.set_random_seed(48)


@tf.custom_gradient
def ste_sign(x):
    def grad(dy):
        return tf.where(tf.abs(x) <= 1.0, dy, tf.zeros_like(dy))

    return tf.where(x >= 0, tf.ones_like(x), -tf.ones_like(x)), grad


def quantize(x, bits=4):
    n = float(2**bits - 1)
    x = tf.clip_by_value(x, 0.0, 1.0)
    return x + tf.stop_gradient(tf.round(x * n) / n - x)


class BinaryDense(tf.keras.layers.Layer):
    def __init__(self, units, **kw):
        super().__init__(**kw)
        self.units = units

    def build(self, shape):
        self.kernel = self.add_weight(shape=(shape[-1], self.units), initializer="glorot_normal")

    def call(self, x):
        return tf.matmul(x, ste_sign(tf.convert_to_tensor(self.kernel)))


net = tf.keras.Sequential([BinaryDense(6), tf.keras.layers.Lambda(quantize), BinaryDense(1)])
x, y = tf.random.normal((8, 3)), tf.random.normal((8, 1))
net(x)
opt = tf.keras.optimizers.SGD(0.05)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((net(x) - y) ** 2)
    grads = tape.gradient(loss, net.trainable_variables)
    opt.apply_gradients(zip(grads, net.trainable_variables))
    for v in net.trainable_variables:
        v.assign(tf.clip_by_value(v, -1.0, 1.0))
    ones = sum(int(tf.reduce_sum(tf.cast(v > 0, tf.int32))) for v in net.trainable_variables)
    print(loss.numpy(), ones)
