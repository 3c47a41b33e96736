# effect: ok
# beside: TFG809
# a model with several outputs, collected in a loop: the last is computed from the first
import tensorflow as tf
from tensorflow import keras

inputs = keras.Input((2,))
hidden = inputs
outputs = []
for _ in range(3):
    hidden = keras.layers.Dense(4)(hidden)
    outputs.append(hidden)
model = keras.Model(inputs, outputs)


def activation_gradient(model, names, batch):
    extractor = keras.Model(model.inputs, [model.get_layer(name).output for name in names])
    with tf.GradientTape() as tape:
        found = extractor(batch)
        score = tf.reduce_sum(found[-1])
    return tape.gradient(score, found[0])


batch = tf.ones((3, 2))
with tf.GradientTape() as tape:
    first, second, third = model(batch)
    loss = tf.reduce_sum(third)
print(tape.gradient(loss, first))

names = [layer.name for layer in model.layers[1:]]
print(activation_gradient(model, names, batch))


def of_outputs(inputs, outputs, batch):
    extractor = keras.Model(inputs, outputs)
    with tf.GradientTape() as tape:
        first, second = extractor(batch)
        score = tf.reduce_sum(second)
    return tape.gradient(score, first)


if __name__ == "__main__":
    given = eval("outputs[1:]")
    print(of_outputs(inputs, given, batch))
