# effect: ok
# beside: TFG412
# attributes are set after construction, before anything is traced
import tensorflow as tf


class Physics:
    def __init__(self):
        self.mass = 1.0
        self.position = tf.Variable([1.0, 2.0])

    @tf.function
    def force(self):
        with tf.GradientTape() as tape:
            energy = 0.5 * self.mass * tf.reduce_sum(self.position**2)
        return -tape.gradient(energy, self.position)


physics = Physics()
physics.mass = 3.0
for step in range(3):
    print(physics.force())
