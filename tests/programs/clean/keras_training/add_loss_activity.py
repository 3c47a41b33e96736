# effect: ok
# beside: TFG522
# Activity regularisation through add_loss, kernel regularizer, and own L1 term
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(33)


class SparseDense(keras.layers.Layer):
    def __init__(self, units, rho=0.05, weight=1e-2):
        super().__init__()
        self.units, self.rho, self.weight = units, rho, weight

    def build(self, shape):
        self.kernel = self.add_weight(
            shape=(shape[-1], self.units), regularizer=keras.regularizers.L2(1e-4)
        )

    def call(self, x, training=None):
        h = tf.sigmoid(x @ self.kernel)
        if training:
            rho_hat = tf.reduce_mean(h, axis=0)
            kl = self.rho * tf.math.log(self.rho / rho_hat)
            kl += (1 - self.rho) * tf.math.log((1 - self.rho) / (1 - rho_hat))
            self.add_loss(self.weight * tf.reduce_sum(kl))
        return h


net = keras.Sequential([SparseDense(6), keras.layers.Dense(4)])
x = tf.random.normal((8, 4))
opt = keras.optimizers.Adam()
for _ in range(2):
    with tf.GradientTape() as tape:
        out = net(x, training=True)
        main_loss = keras.losses.MeanSquaredError()(x, out)
        l1 = 1e-5 * tf.add_n([tf.reduce_sum(tf.abs(v)) for v in net.trainable_variables])
        total = main_loss + tf.add_n(net.losses) + l1
        print("reg share", (tf.add_n(net.losses) / total).numpy())
    grads = tape.gradient(total, net.trainable_variables)
    opt.apply_gradients(zip(grads, net.trainable_variables))
