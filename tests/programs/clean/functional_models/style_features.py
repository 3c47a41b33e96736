# effect: ok
# several layers of one network as the outputs of an extractor; the image is optimised
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

image_input = keras.Input((8, 8, 3))
v = image_input
for i in range(3):
    v = layers.Conv2D(4, 3, padding="same", activation="relu", name=f"conv{i}")(v)
network = keras.Model(image_input, layers.Dense(2)(layers.Flatten()(v)))
network.trainable = False
wanted = ["conv0", "conv2"]
extractor = keras.Model([network.input], [network.get_layer(name).output for name in wanted])


def gram(features):
    product = tf.linalg.einsum("bijc,bijd->bcd", features, features)
    return product / 64.0


target = [gram(f) for f in extractor(tf.random.uniform((1, 8, 8, 3), seed=1))]
image = tf.Variable(tf.random.uniform((1, 8, 8, 3), seed=2))
optimizer = keras.optimizers.Adam(0.02)
for _ in range(2):
    with tf.GradientTape() as tape:
        outputs = extractor(image)
        loss = tf.add_n([tf.reduce_mean((gram(o) - t) ** 2) for o, t in zip(outputs, target)])
    gradient = tape.gradient(loss, image)
    optimizer.apply_gradients([(gradient, image)])
    image.assign(tf.clip_by_value(image, 0.0, 1.0))
