# effect: none
# the simulator keeps its state in a variable, so the valve gets no gradient
import tensorflow as tf


class Tank:
    def __init__(self, valve):
        self.valve = tf.Variable(valve)
        self.level = tf.Variable(2.0, trainable=False)

    def advance(self, dt):
        outflow = self.valve * tf.sqrt(2.0 * 9.81 * self.level)
        self.level.assign_sub(dt * outflow)  # TFG403


def simulate(tank, steps):
    for _ in range(steps):
        tank.advance(0.01)
    return tank.level.read_value()


tank = Tank(0.4)
with tf.GradientTape() as tape:
    miss = tf.square(simulate(tank, 5) - 1.5)
print(tape.gradient(miss, tank.valve))
