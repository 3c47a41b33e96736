# effect: error
# raises: ValueError
# a factory of surrogate spikes returns one gradient for two inputs
import tensorflow as tf


def spike(beta):
    @tf.custom_gradient
    def fire(v, threshold):
        d = v - threshold

        def grad(dy):
            s = tf.sigmoid(beta * d)
            return dy * beta * s * (1.0 - s)  # TFG702

        return tf.cast(d > 0.0, tf.float32), grad

    return fire


class LIF:
    def __init__(self):
        self.w = tf.Variable(0.8)
        self.th = tf.Variable(1.0)
        self.fire = spike(4.0)

    def run(self, xs):
        v, out = 0.0, 0.0
        for x in xs:
            v = 0.9 * v + self.w * x
            out += self.fire(v, self.th)
        return out


net = LIF()
with tf.GradientTape() as tape:
    rate = net.run([1.0, 0.5, 1.0])
print(tape.gradient(rate, [net.w, net.th]))
