# effect: ok
# beside: TFG805
# Spectral normalisation: the power-iteration vector is assigned, the kernel stays on the path
import tensorflow as tf

tf.keras.utils.set_random_seed(28)


class SNDense(tf.keras.layers.Layer):
    def __init__(self, units, iters=1):
        super().__init__()
        self.units, self.iters = units, iters

    def build(self, shape):
        self.w = self.add_weight(shape=(shape[-1], self.units), initializer="glorot_uniform")
        self.b = self.add_weight(shape=(self.units,), initializer="zeros")
        self.u = self.add_weight(
            shape=(1, self.units), initializer="random_normal", trainable=False
        )

    def normalised(self, training):
        u = self.u
        for _ in range(self.iters):
            v = tf.math.l2_normalize(tf.matmul(u, self.w, transpose_b=True))
            u = tf.math.l2_normalize(tf.matmul(v, self.w))
        u, v = tf.stop_gradient(u), tf.stop_gradient(v)
        sigma = tf.matmul(tf.matmul(v, self.w), u, transpose_b=True)
        if training:
            self.u.assign(u)
        return self.w / tf.reshape(sigma, [])

    def call(self, x, training=False):
        return x @ self.normalised(training) + self.b


net = tf.keras.Sequential([SNDense(6), tf.keras.layers.LeakyReLU(), SNDense(1)])
x = tf.random.normal((5, 4))
net(x)
opt = tf.keras.optimizers.Adam(1e-3)
for i in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.nn.relu(1.0 - net(x, training=True)))
    grads = tape.gradient(loss, net.trainable_variables)
    opt.apply_gradients(zip(grads, net.trainable_variables))
    print(i, loss.numpy(), tf.linalg.global_norm(grads).numpy())
