# effect: ok
# beside: TFG311, TFG805
# Own batch normalisation: moving averages assigned inside call, batch statistics on the path
import tensorflow as tf

tf.keras.utils.set_random_seed(27)


class MyBatchNorm(tf.keras.layers.Layer):
    def __init__(self, momentum=0.9, eps=1e-5):
        super().__init__()
        self.momentum, self.eps = momentum, eps

    def build(self, shape):
        d = shape[-1]
        self.gamma = self.add_weight(shape=(d,), initializer="ones")
        self.beta = self.add_weight(shape=(d,), initializer="zeros")
        self.mean = self.add_weight(shape=(d,), initializer="zeros", trainable=False)
        self.var = self.add_weight(shape=(d,), initializer="ones", trainable=False)

    def call(self, x, training=None):
        if training:
            mean, var = tf.nn.moments(x, axes=[0])
            self.mean.assign(self.momentum * self.mean + (1 - self.momentum) * mean)
            self.var.assign(self.momentum * self.var + (1 - self.momentum) * var)
        else:
            mean, var = self.mean, self.var
        return self.gamma * (x - mean) / tf.sqrt(var + self.eps) + self.beta


model = tf.keras.Sequential(
    [tf.keras.layers.Dense(4), MyBatchNorm(), tf.keras.layers.ReLU(), tf.keras.layers.Dense(1)]
)
opt = tf.keras.optimizers.SGD(0.1)
x, y = tf.random.normal((8, 3)), tf.random.normal((8, 1))


def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return loss


for _ in range(3):
    print(train_step(x, y).numpy())
model.compile("sgd", "mse")
model.fit(x, y, epochs=1, verbose=0)
