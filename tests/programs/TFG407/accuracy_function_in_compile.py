# effect: none
# the function binary_accuracy, which rounds, as the loss
import tensorflow as tf

inputs = tf.keras.Input((3,))
outputs = tf.keras.layers.Dense(1, activation="sigmoid")(inputs)
model = tf.keras.Model(inputs, outputs)
model.compile(optimizer="adam", loss=tf.keras.metrics.binary_accuracy)  # TFG407
model.fit(tf.ones((4, 3)), tf.ones((4, 1)), verbose=0)
