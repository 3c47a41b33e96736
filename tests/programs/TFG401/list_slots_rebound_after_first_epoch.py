# effect: none
# enumerate over the parameter list writes tensors back into it
import tensorflow as tf


class SGD:
    def __init__(self, lr):
        self.lr = lr

    def update(self, params, grads):
        for i, (p, g) in enumerate(zip(params, grads)):
            params[i] = p - self.lr * g  # TFG401


params = [tf.Variable([1.0, 2.0]), tf.Variable(0.5)]
opt = SGD(0.1)
for epoch in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(params[0] ** 2) * params[1]
    grads = tape.gradient(loss, params)
    print(grads)
    if grads[0] is not None:
        opt.update(params, grads)
