# effect: none
# map(float, …) over the per-layer penalties
import tensorflow as tf


class Net(tf.Module):
    def __init__(self):
        self.layers = [tf.Variable([1.0, 2.0]), tf.Variable([3.0])]

    def penalties(self):
        return [tf.nn.l2_loss(w) for w in self.layers]

    def regulariser(self):
        return tf.constant(sum(map(float, self.penalties())))  # TFG203


net = Net()
with tf.GradientTape() as tape:
    r = net.regulariser()
print(tape.gradient(r, net.trainable_variables))
