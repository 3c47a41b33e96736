# effect: ok
# beside: TFG524
# a wrapper in one of two cases, and a loss that an unknown optimizer scales
import tensorflow as tf


class Scaler:
    def get_scaled_loss(self, loss):
        return loss * 2.0

    def get_unscaled_gradients(self, gradients):
        return [gradient / 2.0 for gradient in gradients]


def wrapped(tape):
    return type("Wrapper", (), {"gradient": lambda self, y, x: tape.gradient(y, x)})()


def step(model, optimizer, features, distributed):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(features))
        scaled = optimizer.get_scaled_loss(loss)
    if distributed:
        tape = eval("wrapped")(tape)
    gradients = tape.gradient(scaled, model.trainable_variables)
    return optimizer.get_unscaled_gradients(gradients)


net = eval("tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])")
for case in (True, False):
    print(step(net, eval("Scaler()"), tf.ones((4, 2)), case))
