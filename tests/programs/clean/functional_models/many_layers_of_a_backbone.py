# effect: ok
# features of many layers of one network, in a dict that a comprehension makes
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


def backbone(width):
    image = keras.Input((8, 8, 3))
    v = image
    for i in range(3):
        v = layers.Conv2D(width, 3, padding="same", activation="relu")(v)
    return keras.Model(image, layers.GlobalAveragePooling2D()(v))


network = backbone(4)
features = keras.Model(
    inputs=network.inputs,
    outputs={layer.name: layer.output for layer in network.layers if "conv" in layer.name},
)
image = tf.random.uniform((1, 8, 8, 3), seed=1)
with tf.GradientTape() as tape:
    tape.watch(image)
    outputs = features(image)
    objective = tf.zeros(())
    for name in outputs:
        objective += tf.reduce_mean(tf.square(outputs[name]))
gradient = tape.gradient(objective, image)
print(gradient / (tf.math.reduce_std(gradient) + 1e-8))
