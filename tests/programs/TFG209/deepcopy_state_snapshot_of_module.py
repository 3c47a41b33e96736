# effect: none
# the rollout works on a deep copy of the simulator
import copy

import tensorflow as tf


class Cart(tf.Module):
    def __init__(self):
        self.mass = tf.Variable(2.0)
        self.x = tf.constant(0.0)

    def push(self, f):
        self.x = self.x + f / self.mass
        return self.x


def imagine(cart, forces):
    ghost = copy.deepcopy(cart)  # TFG209
    for f in forces:
        ghost.push(f)
    return ghost.x


cart = Cart()
with tf.GradientTape() as tape:
    goal = (imagine(cart, [1.0, 2.0]) - 3.0) ** 2
print(tape.gradient(goal, cart.mass))
