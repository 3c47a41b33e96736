# effect: none
# a library's object around the tape asks the tape
import tensorflow as tf


def wrapped(tape):
    return type("Wrapper", (), {"gradient": lambda self, y, x: tape.gradient(y, x)})()


def step(model, features, labels):
    with tf.GradientTape() as tape:
        predictions = model(features)
    loss = tf.reduce_mean(tf.abs(predictions - labels))  # TFG101
    tape = eval("wrapped")(tape)
    return tape.gradient(loss, model.trainable_variables)


net = eval("tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])")
print(step(net, tf.ones((4, 2)), tf.zeros((4, 1))))
