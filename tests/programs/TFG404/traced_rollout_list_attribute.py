# effect: error
# raises: InaccessibleTensorError
# a traced rollout gathers its states in a Python list
import tensorflow as tf


class Rollout(tf.Module):
    def __init__(self):
        self.k = tf.Variable(0.5)

    @tf.function
    def loss(self, x, steps):
        states = []
        for _ in tf.range(steps):
            x = x - self.k * x
            states.append(x)  # TFG404
        return tf.reduce_sum(tf.stack(states))


sim = Rollout()
with tf.GradientTape() as tape:
    loss = sim.loss(tf.constant(1.0), tf.constant(3))
print(tape.gradient(loss, sim.k))
