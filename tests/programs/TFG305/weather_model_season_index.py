# effect: none
# the learned phase becomes a month number by an integer cast
import math

import tensorflow as tf


class SeasonalTable(tf.Module):
    def __init__(self, months=12):
        super().__init__()
        self.months = months
        values = [math.cos(2 * math.pi * m / months) for m in range(months)]
        self.table = tf.constant(values, tf.float32)
        self.phase = tf.Variable(2.4, name="phase")

    def month_of(self, day):
        shifted = day / 30.0 + self.phase
        return tf.cast(shifted, tf.int64) % self.months  # TFG305

    def __call__(self, day):
        return tf.gather(self.table, self.month_of(day))


class TemperatureModel(tf.Module):
    def __init__(self, mean, amplitude):
        super().__init__()
        self.mean = tf.Variable(mean)
        self.amplitude = tf.Variable(amplitude)
        self.season = SeasonalTable()

    def __call__(self, day):
        return self.mean + self.amplitude * self.season(day)


def fit(model, days, temperatures, lr, epochs):
    variables = model.trainable_variables
    for _ in range(epochs):
        with tf.GradientTape() as tape:
            error = model(days) - temperatures
            loss = tf.reduce_mean(error * error)
        gradients = tape.gradient(loss, variables)
        for variable, gradient in zip(variables, gradients):
            if gradient is None:
                print("no gradient for", variable.name)
                continue
            variable.assign_sub(lr * gradient)
    return loss


days = tf.constant([10.0, 100.0, 190.0, 280.0])
temps = tf.constant([1.0, 9.0, 19.0, 10.0])
print(fit(TemperatureModel(10.0, -8.0), days, temps, 0.05, 2))
