# effect: none
# the variable is a class attribute; the instance gets a tensor of the same name
import tensorflow as tf


class Thermostat:
    setpoint = tf.Variable(20.0)
    gain = 0.1

    def cost(self, outside):
        return tf.square(self.setpoint - 22.0) + 0.01 * tf.square(self.setpoint - outside)

    def tune(self, outside):
        with tf.GradientTape() as tape:
            cost = self.cost(outside)
        g = tape.gradient(cost, self.setpoint)
        if g is not None:
            self.setpoint = self.setpoint - self.gain * g  # TFG401
        return cost


t = Thermostat()
for outside in (5.0, 7.0):
    t.tune(outside)
