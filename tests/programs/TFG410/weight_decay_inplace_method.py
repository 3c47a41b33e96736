# effect: error
# raises: RuntimeError
# decoupled weight decay as an in-place product over the model's variables
import tensorflow as tf


class Net(tf.Module):
    def __init__(self):
        self.w = tf.Variable([1.0, 2.0])

    def decay(self, rate):
        self.w *= 1.0 - rate  # TFG410


net = Net()
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(net.w**2)
    g = tape.gradient(loss, net.w)
    net.decay(0.01)
    net.w.assign_sub(0.1 * g)
