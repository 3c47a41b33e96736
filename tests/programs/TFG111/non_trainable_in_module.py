# effect: none
# the module's variables include a buffer that was declared non-trainable
import tensorflow as tf


class Pendulum(tf.Module):
    def __init__(self):
        super().__init__()
        self.length = tf.Variable(1.0)
        self.damping = tf.Variable(0.1, trainable=False)

    def rollout(self, steps=5, dt=0.1):
        angle, speed = tf.constant(0.5), tf.constant(0.0)
        for _ in range(steps):
            speed += dt * (-tf.sin(angle) / self.length - self.damping * speed)
            angle += dt * speed
        return angle


sim = Pendulum()
with tf.GradientTape() as tape:
    miss = (sim.rollout() - 0.3) ** 2
grads = tape.gradient(miss, [sim.length, sim.damping])  # TFG111
print(grads)
