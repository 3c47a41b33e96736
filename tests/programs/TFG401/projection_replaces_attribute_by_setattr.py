# effect: none
# the constraint replaces the variable of a module by a tensor, one method away
import tensorflow as tf


class Model:
    def __init__(self):
        self.w = tf.Variable([3.0, 4.0])

    def loss(self):
        return tf.reduce_sum(self.w**3)


class UnitNorm:
    def apply(self, model):
        model.w = model.w / tf.norm(model.w)  # TFG401


def train(model, constraint, steps):
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = model.loss()
        g = tape.gradient(loss, model.w)
        if g is None:
            return g
        model.w.assign_sub(0.1 * g)
        constraint.apply(model)


print(train(Model(), UnitNorm(), 2))
