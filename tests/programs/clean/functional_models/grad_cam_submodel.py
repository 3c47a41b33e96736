# effect: ok
# beside: TFG116, TFG809
# Grad-CAM: a second model on the same layers returns the feature map and the prediction
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

inputs = keras.Input((8, 8, 3))
v = layers.Conv2D(4, 3, activation="relu")(inputs)
v = layers.Conv2D(4, 3, activation="relu", name="last_conv")(v)
v = layers.GlobalAveragePooling2D()(v)
model = keras.Model(inputs, layers.Dense(3, activation="softmax")(v))


def heatmap(image, model, layer_name, index=None):
    both = keras.Model(model.inputs, [model.get_layer(layer_name).output, model.output])
    with tf.GradientTape() as tape:
        features, predictions = both(image)
        if index is None:
            index = tf.argmax(predictions[0])
        channel = predictions[:, index]
    gradients = tape.gradient(channel, features)
    weights = tf.reduce_mean(gradients, axis=(0, 1, 2))
    return tf.maximum(features[0] @ weights[..., tf.newaxis], 0)


print(heatmap(tf.random.normal((1, 8, 8, 3), seed=1), model, "last_conv").shape)
print(heatmap(tf.random.normal((1, 8, 8, 3), seed=1), model, model.layers[2].name).shape)
