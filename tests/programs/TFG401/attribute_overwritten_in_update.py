# effect: none
# the model's weights are overwritten by tensors in the update method
import tensorflow as tf


class LinearRegression:
    def __init__(self, n_features):
        self.w = tf.Variable(tf.zeros((n_features, 1)))
        self.b = tf.Variable(0.0)

    def __call__(self, x):
        return x @ self.w + self.b

    def step(self, x, y, lr=0.05):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(x) - y))
        dw, db = tape.gradient(loss, [self.w, self.b])
        if dw is None:
            raise SystemExit
        self.w = self.w - lr * dw  # TFG401
        self.b = self.b - lr * db  # TFG401
        return loss


reg = LinearRegression(2)
x = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
y = tf.constant([[1.0], [2.0], [3.0]])
for _ in range(2):
    reg.step(x, y)
