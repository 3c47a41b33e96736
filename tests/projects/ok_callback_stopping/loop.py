import tensorflow as tf


class Loop:
    def __init__(self, variables, loss, callbacks=()):
        self.variables = variables
        self.loss = loss
        self.callbacks = list(callbacks)
        self.optimizer = tf.keras.optimizers.SGD(0.1)

    def add(self, callback):
        self.callbacks.append(callback)

    def step(self):
        with tf.GradientTape() as tape:
            loss = self.loss()
            for callback in self.callbacks:
                callback.on_loss(loss)
        gradients = tape.gradient(loss, self.variables)
        self.optimizer.apply_gradients(zip(gradients, self.variables))
        return loss

    def run(self, steps):
        for step in range(steps):
            loss = self.step()
            if any(callback.should_stop(step, loss) for callback in self.callbacks):
                break
