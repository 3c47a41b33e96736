# effect: wrong
# truth: [-0.0347213, -0.0347213, 0.134638, 0.134638, 0.0134054, 0.0134054, 0.249792, 0.249792, 0.113322, 0.113322, 0.249792]
# Keras does not see the sigmoid, because the axis of size one is taken away
import tensorflow as tf

inputs = tf.keras.Input((3,))
hidden = tf.keras.layers.Dense(2, activation="relu", kernel_initializer="ones")(inputs)
outputs = tf.keras.layers.Dense(1, activation=tf.nn.sigmoid, kernel_initializer="ones")(hidden)
model = tf.keras.Model(inputs, outputs)
bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)

batch = tf.constant([[0.3, 0.1, 0.2], [0.0, 0.4, 0.1]])
target = tf.constant([1.0, 0.0])
with tf.GradientTape() as tape:
    prediction = tf.squeeze(model(batch), axis=-1)
    value = bce(target, prediction)  # TFG512
print(tape.gradient(value, model.trainable_weights))
