# effect: error
# raises: AttributeError
# saliency with respect to the model's own input tensor
import tensorflow as tf


def saliency(model, image):
    with tf.GradientTape() as tape:
        tape.watch(image)
        score = tf.reduce_max(model(image))
    return tape.gradient(score, [model.input])  # TFG116


entry = tf.keras.Input((3,))
hidden = tf.keras.layers.Dense(4, activation="relu")(entry)
net = tf.keras.Model(entry, tf.keras.layers.Dense(2)(hidden))
print(saliency(net, tf.ones((1, 3))))
