# effect: ok
# code that is not read gets the tape, and makes it watch
import tensorflow as tf


def step(model, features, prepare):
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        prepare(tape)
        loss = tf.reduce_sum(model(features))
    return tape.gradient(loss, model.trainable_variables)


made = eval("tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])")
first = [variable.value for variable in made.trainable_variables]
print(step(made, tf.ones((4, 2)), eval("lambda tape: tape.watch(first)")))
