# effect: ok
# beside: TFG520
# own optimiser with slots, all updates outside the tape
import tensorflow as tf


class Momentum:
    def __init__(self, params, lr=0.05, beta=0.9):
        self.params, self.lr, self.beta = list(params), lr, beta
        self.velocity = [tf.Variable(tf.zeros_like(p), trainable=False) for p in self.params]

    def step(self, grads):
        for p, v, g in zip(self.params, self.velocity, grads):
            v.assign(self.beta * v + g)
            p.assign_sub(self.lr * v)


w = tf.Variable([[1.0], [2.0]])
b = tf.Variable([0.0])
opt = Momentum([w, b])
x = tf.constant([[1.0, 0.0], [0.0, 1.0]])
y = tf.constant([[3.0], [5.0]])
for _ in range(5):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((x @ w + b - y) ** 2)
    opt.step(tape.gradient(loss, opt.params))
