# effect: none
# the loss is a sum over a dict; settings come from a file, and the layers of the model from a base class that is not read
import json

import tensorflow as tf
from nets import network
from settings import read

with open("settings.json", "w") as file:
    json.dump({"width": 3, "depth": 2, "units": 4, "scale": 0.5}, file)
settings = read("settings.json")
model = network(settings)
optimizer = tf.keras.optimizers.SGD(0.1)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        prediction = model(x, training=True)
        losses = {"decay": tf.add_n(model.losses)}
        losses["fit"] = settings["scale"] * tf.reduce_mean(tf.square(y - prediction))
    total = tf.add_n([loss for loss in losses.values()])  # TFG101
    gradients = tape.gradient(total, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return losses


print(train_step(tf.ones((2, 3)), tf.zeros((2, 1))))
