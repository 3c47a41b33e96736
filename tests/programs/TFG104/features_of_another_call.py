# effect: none
# Grad-CAM with two models: the prediction is not computed from these features
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

inputs = keras.Input((8, 8, 3))
v = layers.Conv2D(4, 3, activation="relu", name="last_conv")(inputs)
model = keras.Model(inputs, layers.Dense(3)(layers.GlobalAveragePooling2D()(v)))
features_of = keras.Model(model.input, model.get_layer("last_conv").output)
image = tf.random.normal((1, 8, 8, 3), seed=1)
with tf.GradientTape() as tape:
    features = features_of(image)
    score = model(image)[:, 0]
print(tape.gradient(score, features))  # TFG104
