# effect: ok
# the state is passed along as tensors; a variable is only the printed clock
import tensorflow as tf


class Spring:
    def __init__(self):
        self.k = tf.Variable(2.0)
        self.clock = tf.Variable(0.0, trainable=False)

    def step(self, state, dt):
        x, v = state
        v = v - dt * self.k * x
        self.clock.assign_add(dt)
        return x + dt * v, v

    def run(self, n):
        state = (tf.constant(1.0), tf.constant(0.0))
        for _ in range(n):
            state = self.step(state, 0.05)
        return state[0]


spring = Spring()
with tf.GradientTape() as tape:
    miss = tf.square(spring.run(10) - 0.2)
print(spring.clock.numpy(), tape.gradient(miss, spring.k))
