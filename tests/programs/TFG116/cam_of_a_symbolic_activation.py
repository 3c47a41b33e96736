# effect: error
# raises: AttributeError
# a class activation map asks for the layer's symbolic output, not for what the call computed
import tensorflow as tf

inputs = tf.keras.Input((4, 4, 1))
maps = tf.keras.layers.Conv2D(2, 2, name="conv")(inputs)
pooled = tf.keras.layers.GlobalAveragePooling2D()(maps)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(3)(pooled))
image = tf.ones((1, 4, 4, 1))
with tf.GradientTape() as tape:
    score = model(image)[:, 0]
print(tape.gradient(score, model.get_layer("conv").output))  # TFG116
