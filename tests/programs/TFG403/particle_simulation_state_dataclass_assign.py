# effect: none
# particles live in variables inside a dataclass; forces only reach them by assign
from dataclasses import dataclass

import tensorflow as tf


@dataclass
class State:
    pos: tf.Variable
    vel: tf.Variable

    def advance(self, force, dt):
        self.vel.assign(self.vel + dt * force)  # TFG403
        self.pos.assign(self.pos + dt * self.vel)


class Spring:
    def __init__(self, k):
        self.k = tf.Variable(k)

    def force(self, x):
        return -self.k * x


def simulate(spring, state, steps=3, dt=0.1):
    for _ in range(steps):
        state.advance(spring.force(state.pos), dt)
    return state.pos


spring = Spring(2.0)
state = State(tf.Variable(1.0, trainable=False), tf.Variable(0.0, trainable=False))
with tf.GradientTape() as tape:
    loss = (simulate(spring, state) - 0.5) ** 2
print(tape.gradient(loss, spring.k))
