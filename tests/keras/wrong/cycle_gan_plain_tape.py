# effect: error
# raises: RuntimeError
# CycleGAN in a train_step: four gradients from a tape that answers once
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(127)

WIDTH = 4


def translator(name):
    return keras.Sequential(
        [
            keras.Input((WIDTH,)),
            keras.layers.Dense(8, activation="relu"),
            keras.layers.Dense(WIDTH),
        ],
        name=name,
    )


def judge(name):
    return keras.Sequential(
        [
            keras.Input((WIDTH,)),
            keras.layers.Dense(8, activation="leaky_relu"),
            keras.layers.Dense(1),
        ],
        name=name,
    )


class CycleGAN(keras.Model):
    def __init__(self, cycle_weight=5.0):
        super().__init__()
        self.to_y, self.to_x = translator("to_y"), translator("to_x")
        self.judge_x, self.judge_y = judge("judge_x"), judge("judge_y")
        self.cycle_weight = cycle_weight

    def compile(self, rate):
        super().compile()
        self.networks = [self.to_y, self.to_x, self.judge_x, self.judge_y]
        self.optimizers = [keras.optimizers.Adam(rate) for _ in self.networks]

    def adversarial(self, logits, real):
        labels = tf.ones_like(logits) if real else tf.zeros_like(logits)
        return tf.reduce_mean(tf.square(labels - logits))

    def train_step(self, data):
        real_x, real_y = data
        with tf.GradientTape() as tape:
            fake_y = self.to_y(real_x, training=True)
            fake_x = self.to_x(real_y, training=True)
            cycle = tf.reduce_mean(tf.abs(self.to_x(fake_y) - real_x))
            cycle += tf.reduce_mean(tf.abs(self.to_y(fake_x) - real_y))
            g_loss = self.adversarial(self.judge_y(fake_y), True) + self.cycle_weight * cycle
            f_loss = self.adversarial(self.judge_x(fake_x), True) + self.cycle_weight * cycle
            x_loss = self.adversarial(self.judge_x(real_x), True)
            x_loss += self.adversarial(self.judge_x(tf.stop_gradient(fake_x)), False)
            y_loss = self.adversarial(self.judge_y(real_y), True)
            y_loss += self.adversarial(self.judge_y(tf.stop_gradient(fake_y)), False)
        losses = [g_loss, f_loss, x_loss, y_loss]
        for loss, network, optimizer in zip(losses, self.networks, self.optimizers):
            variables = network.trainable_variables
            gradients = tape.gradient(loss, variables)  # TFG105
            optimizer.apply_gradients(zip(gradients, variables))
        return {"g": g_loss, "f": f_loss, "x": x_loss, "y": y_loss, "cycle": cycle}


rng = np.random.default_rng(28)
horses = rng.normal(size=(32, WIDTH)).astype("float32")
zebras = (rng.normal(size=(32, WIDTH)) * [1, -1, 1, -1] + 1.0).astype("float32")
gan = CycleGAN()
gan.compile(rate=1e-3)
history = gan.fit(horses, zebras, batch_size=16, epochs=1, verbose=0)
print({name: float(values[-1]) for name, values in history.history.items()})
