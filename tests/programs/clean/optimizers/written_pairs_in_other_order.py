# effect: ok
# beside: TFG115
# pairs are written one by one, in another order than the query's
import tensorflow as tf


class Opt:
    def __init__(self, lr):
        self.lr = lr

    def apply(self, gv):
        for g, v in gv:
            if g is not None:
                v.assign_sub(self.lr * g)


a = tf.Variable(1.0)
b = tf.Variable(2.0)
o = Opt(0.1)
for _ in range(2):
    with tf.GradientTape() as t:
        loss = (a * 3.0 - b) ** 2
    ga, gb = t.gradient(loss, [a, b])
    o.apply([(gb, b), (ga, a)])
