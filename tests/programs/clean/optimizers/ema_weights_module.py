# effect: ok
# EMA of weights as plain tensors, swapped in for evaluation only
import tensorflow as tf

tf.keras.utils.set_random_seed(37)


class EMA:
    def __init__(self, variables, decay=0.9):
        self.variables = list(variables)
        self.decay = decay
        self.shadow = [tf.identity(v) for v in self.variables]

    def update(self):
        self.shadow = [
            self.decay * s + (1.0 - self.decay) * v for s, v in zip(self.shadow, self.variables)
        ]

    def __enter__(self):
        self.backup = [v.numpy().copy() for v in self.variables]
        for v, s in zip(self.variables, self.shadow):
            v.assign(s)

    def __exit__(self, *exc):
        for v, b in zip(self.variables, self.backup):
            v.assign(b)


model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
ema = EMA(model.trainable_variables)
opt = tf.keras.optimizers.SGD(0.1)
x, y = tf.random.normal((6, 2)), tf.random.normal((6, 1))
for _ in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    ema.update()
with ema:
    print("ema", float(tf.reduce_mean((model(x) - y) ** 2)))
print("raw", float(tf.reduce_mean((model(x) - y) ** 2)))
