# effect: none
# Grad-CAM: the feature map comes from one call, the class score from another
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(43)

SIZE = 12
CLASSES = 3


def make_shapes(count):
    """Bars in different places on noisy images."""
    rng = np.random.default_rng(0)
    labels = rng.integers(0, CLASSES, size=count)
    images = rng.normal(scale=0.1, size=(count, SIZE, SIZE, 1))
    for image, label in zip(images, labels):
        image[label * 4 : label * 4 + 3, 2:10] += 1.0
    return images.astype("float32"), labels


def build_classifier():
    inputs = keras.Input((SIZE, SIZE, 1))
    x = layers.Conv2D(4, 3, padding="same", activation="relu", name="block1")(inputs)
    x = layers.MaxPooling2D()(x)
    x = layers.Conv2D(6, 3, padding="same", activation="relu", name="last_conv")(x)
    x = layers.GlobalAveragePooling2D()(x)
    outputs = layers.Dense(CLASSES, name="predictions")(x)
    return keras.Model(inputs, outputs)


def make_heatmap(image, model, layer_name, pred_index=None):
    conv_model = keras.Model(model.inputs, model.get_layer(layer_name).output)
    with tf.GradientTape() as tape:
        conv_output = conv_model(image)
        tape.watch(conv_output)
        preds = model(image)
        if pred_index is None:
            pred_index = tf.argmax(preds[0])
        class_channel = preds[:, pred_index]
    grads = tape.gradient(class_channel, conv_output)  # TFG104
    pooled_grads = tf.reduce_mean(grads, axis=(0, 1, 2))
    heatmap = conv_output[0] @ pooled_grads[..., tf.newaxis]
    heatmap = tf.squeeze(heatmap)
    heatmap = tf.maximum(heatmap, 0) / (tf.math.reduce_max(heatmap) + 1e-8)
    return heatmap.numpy()


images, labels = make_shapes(48)
model = build_classifier()
model.compile(
    optimizer="adam",
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(images, labels, batch_size=16, epochs=1, verbose=0)

probe = tf.constant(images[:1])
scores = tf.nn.softmax(model(probe)[0]).numpy()
print("class", int(np.argmax(scores)), "with probability", float(scores.max()))
heatmap = make_heatmap(probe, model, "last_conv")
rows = heatmap.mean(axis=1)
print("brightest row", int(np.argmax(rows)), "of", len(rows))
