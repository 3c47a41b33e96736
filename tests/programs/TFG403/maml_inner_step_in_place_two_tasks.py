# effect: wrong
# truth: [0.414625, -0.44425, -0.19075]
# meta-learning with in-place inner steps: the second-order part is lost
import tensorflow as tf


class Regressor(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([[0.4], [-0.2]])
        self.b = tf.Variable([0.1])

    def __call__(self, x):
        return x @ self.w + self.b


def mse(model, x, y):
    return tf.reduce_mean(tf.square(model(x) - y))


def adapt(model, x, y, lr):
    with tf.GradientTape() as inner:
        loss = mse(model, x, y)
    for v, g in zip(model.trainable_variables, inner.gradient(loss, model.trainable_variables)):
        v.assign_sub(lr * g)  # TFG403


model = Regressor()
support = tf.constant([[1.0, 2.0], [0.5, -1.0]]), tf.constant([[1.0], [0.0]])
query = tf.constant([[2.0, 0.0], [1.0, 1.0]]), tf.constant([[0.5], [1.5]])
with tf.GradientTape() as outer:
    adapt(model, *support, lr=0.1)
    meta_loss = mse(model, *query)
print(outer.gradient(meta_loss, [model.w, model.b]))
