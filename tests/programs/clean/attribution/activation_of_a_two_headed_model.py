# effect: ok
# beside: TFG116, TFG809
# the activation is an output of the model that the tape records
import tensorflow as tf

inputs = tf.keras.Input((4, 4, 1))
maps = tf.keras.layers.Conv2D(2, 2, name="conv")(inputs)
pooled = tf.keras.layers.GlobalAveragePooling2D()(maps)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(3)(pooled))
viewer = tf.keras.Model(model.inputs, [model.get_layer("conv").output, model.output])
with tf.GradientTape() as tape:
    activation, scores = viewer(tf.ones((1, 4, 4, 1)))
    score = scores[:, 0]
print(tape.gradient(score, activation))
