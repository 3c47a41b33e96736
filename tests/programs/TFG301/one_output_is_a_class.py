# effect: none
# of two named outputs the loss uses the one that is an index
import tensorflow as tf
from tensorflow import keras

inputs = keras.Input((4,))
scores = keras.layers.Dense(3)(inputs)
chosen = keras.layers.Lambda(lambda s: tf.cast(tf.argmax(s, axis=-1), tf.float32))(scores)  # TFG301
model = keras.Model(inputs, {"scores": scores, "class": chosen})
x, labels = tf.random.normal((8, 4), seed=1), tf.constant([0.0, 1.0] * 4)


def objective():
    outputs = model({"x": x}["x"])
    return tf.reduce_mean(tf.square(outputs["class"] - labels))


with tf.GradientTape() as tape:
    loss = objective()
print(tape.gradient(loss, model.trainable_variables))
