# effect: none
# the forward pass uses the EMA copy which is assigned inside the tape
import tensorflow as tf


class EMA:
    def __init__(self, variables, decay):
        self.decay = decay
        self.shadow = [tf.Variable(v, trainable=False) for v in variables]

    def update(self, variables):
        for s, v in zip(self.shadow, variables):
            s.assign(self.decay * s + (1.0 - self.decay) * v)  # TFG403


class Net(tf.Module):
    def __init__(self):
        self.w = tf.Variable([1.0, 2.0])
        self.ema = EMA([self.w], 0.9)

    def __call__(self, x):
        self.ema.update([self.w])
        return tf.reduce_sum(self.ema.shadow[0] * x)


net = Net()
with tf.GradientTape() as tape:
    loss = net(tf.constant([1.0, 3.0])) ** 2
print(tape.gradient(loss, net.w))
