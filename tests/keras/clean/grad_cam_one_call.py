# effect: ok
# Grad-CAM with one model for both outputs; argmax, .numpy() and NumPy around it
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(19)

SIZE, CLASSES = 12, 3


def make_shapes(count):
    rng = np.random.default_rng(20)
    labels = rng.integers(0, CLASSES, size=count)
    images = rng.normal(scale=0.1, size=(count, SIZE, SIZE, 1))
    for image, label in zip(images, labels):
        image[label * 4 : label * 4 + 3, 2:10] += 1.0
    return images.astype("float32"), labels


def build_classifier():
    inputs = keras.Input((SIZE, SIZE, 1))
    x = layers.Conv2D(4, 3, padding="same", activation="relu")(inputs)
    x = layers.MaxPooling2D()(x)
    x = layers.Conv2D(6, 3, padding="same", activation="relu", name="last_conv")(x)
    x = layers.GlobalAveragePooling2D()(x)
    return keras.Model(inputs, layers.Dense(CLASSES, activation="softmax")(x))


def make_gradcam_heatmap(image, model, layer_name, pred_index=None):
    grad_model = keras.Model(model.inputs, [model.get_layer(layer_name).output, model.output])
    with tf.GradientTape() as tape:
        conv_output, preds = grad_model(image)
        if pred_index is None:
            pred_index = tf.argmax(preds[0])
        class_channel = preds[:, pred_index]
    grads = tape.gradient(class_channel, conv_output)
    pooled_grads = tf.reduce_mean(grads, axis=(0, 1, 2))
    heatmap = tf.squeeze(conv_output[0] @ pooled_grads[..., tf.newaxis])
    heatmap = tf.maximum(heatmap, 0) / (tf.math.reduce_max(heatmap) + 1e-9)
    return heatmap.numpy()


def saliency(image, model, label):
    """Plain gradients for the pixels, smoothed over noisy copies."""
    rng = np.random.default_rng(0)
    maps = []
    for _ in range(3):
        noisy = tf.constant(image + rng.normal(scale=0.05, size=image.shape), dtype=tf.float32)
        with tf.GradientTape() as tape:
            tape.watch(noisy)
            score = tf.math.log(model(noisy)[:, label] + 1e-9)
        maps.append(np.abs(tape.gradient(score, noisy).numpy()))
    return np.mean(maps, axis=0)[0, ..., 0]


def superimpose(image, heatmap):
    scale = np.kron(heatmap, np.ones((2, 2)))
    canvas = np.uint8(255 * np.clip(0.6 * image[0, ..., 0] + 0.4 * scale, 0.0, 1.0))
    return canvas


images, labels = make_shapes(48)
model = build_classifier()
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(images, labels, batch_size=16, epochs=1, verbose=0)
probe = images[:1]
predicted = int(np.argmax(model.predict(probe, verbose=0)[0]))
heatmap = make_gradcam_heatmap(tf.constant(probe), model, "last_conv")
print("class", predicted, "canvas", superimpose(probe, heatmap).mean())
print("most salient row", int(saliency(probe, model, predicted).mean(axis=1).argmax()))
