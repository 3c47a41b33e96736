# effect: ok
# CycleGAN: a persistent tape answers four times, histories of fakes are kept in NumPy
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(151)

WIDTH = 4


def network(outputs, name):
    return keras.Sequential(
        [
            keras.Input((WIDTH,)),
            keras.layers.Dense(8, activation="leaky_relu"),
            keras.layers.Dense(outputs),
        ],
        name=name,
    )


class FakePool:
    """A history of generated rows, so that the judges do not forget."""

    def __init__(self, size, seed):
        self.rows, self.size, self.rng = [], size, np.random.default_rng(seed)

    def mix(self, fakes):
        mixed = []
        for row in fakes.numpy():
            if len(self.rows) < self.size:
                self.rows.append(row)
                mixed.append(row)
            elif self.rng.uniform() < 0.5:
                place = int(self.rng.integers(self.size))
                mixed.append(self.rows[place])
                self.rows[place] = row
            else:
                mixed.append(row)
        return np.stack(mixed)


to_y, to_x = network(WIDTH, "to_y"), network(WIDTH, "to_x")
judge_x, judge_y = network(1, "judge_x"), network(1, "judge_y")
players = {model.name: model for model in (to_y, to_x, judge_x, judge_y)}
optimizers = {name: keras.optimizers.Adam(1e-3) for name in players}
pool_x, pool_y = FakePool(16, 0), FakePool(16, 1)


def least_squares(logits, label):
    return tf.reduce_mean(tf.square(logits - label))


def train_step(real_x, real_y):
    with tf.GradientTape(persistent=True) as tape:
        fake_y, fake_x = to_y(real_x, training=True), to_x(real_y, training=True)
        cycle = tf.reduce_mean(tf.abs(to_x(fake_y) - real_x))
        cycle += tf.reduce_mean(tf.abs(to_y(fake_x) - real_y))
        old_x, old_y = pool_x.mix(fake_x), pool_y.mix(fake_y)
        losses = {
            "to_y": least_squares(judge_y(fake_y), 1.0) + 5.0 * cycle,
            "to_x": least_squares(judge_x(fake_x), 1.0) + 5.0 * cycle,
            "judge_x": least_squares(judge_x(real_x), 1.0) + least_squares(judge_x(old_x), 0.0),
            "judge_y": least_squares(judge_y(real_y), 1.0) + least_squares(judge_y(old_y), 0.0),
        }
    for name, player in players.items():
        gradients = tape.gradient(losses[name], player.trainable_variables)
        optimizers[name].apply_gradients(zip(gradients, player.trainable_variables))
    del tape
    return {name: loss.numpy() for name, loss in losses.items()}


rng = np.random.default_rng(38)
horses = rng.normal(size=(32, WIDTH)).astype("float32")
zebras = (rng.normal(size=(32, WIDTH)) * [1, -1, 1, -1] + 1.0).astype("float32")
for start in (0, 16):
    batch = tf.constant(horses[start : start + 16]), tf.constant(zebras[start : start + 16])
    print({name: round(float(loss), 3) for name, loss in train_step(*batch).items()})
