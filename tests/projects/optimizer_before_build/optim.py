import tensorflow as tf


class Sgd:
    def __init__(self, variables, rate):
        self.variables = variables
        self.inner = tf.keras.optimizers.SGD(rate)

    @classmethod
    def for_model(cls, model, rate):
        return cls(model.trainable_variables, rate)  # TFG802

    def minimise(self, tape, loss):
        gradients = tape.gradient(loss, self.variables)
        self.inner.apply_gradients(zip(gradients, self.variables))
