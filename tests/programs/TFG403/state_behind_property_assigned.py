# effect: none
# the state behind a property is assigned, the step is a partial of a method
import functools

import tensorflow as tf


class Oscillator:
    def __init__(self, stiffness):
        self.stiffness = tf.Variable(stiffness)
        self._x = tf.Variable(1.0, trainable=False)

    @property
    def x(self):
        return self._x.read_value()

    def relax(self, dt):
        self._x.assign(self._x - dt * self.stiffness * self._x)  # TFG403


def rollout(osc, step, n):
    for _ in range(n):
        step()
    return osc.x


osc = Oscillator(3.0)
half_step = functools.partial(osc.relax, dt=0.05)
with tf.GradientTape() as tape:
    loss = (rollout(osc, half_step, 4) - 0.1) ** 2
print(tape.gradient(loss, osc.stiffness))
