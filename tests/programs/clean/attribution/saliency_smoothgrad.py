# effect: ok
# SmoothGrad and vanilla saliency per class with tensors made from NumPy and watched
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(118)
model = tf.keras.Sequential(
    [
        tf.keras.Input((5, 5, 1)),
        tf.keras.layers.Conv2D(3, 2, activation="relu"),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(3),
    ]
)


def saliency(images, class_index):
    inputs = tf.cast(images, tf.float32)
    with tf.GradientTape() as tape:
        tape.watch(inputs)
        score = model(inputs)[:, class_index]
    return tape.gradient(score, inputs)


def smooth(image, class_index, n=4, noise=0.1):
    batch = np.repeat(image[None], n, axis=0)
    batch = batch + np.random.default_rng(0).normal(0, noise, batch.shape)
    grads = saliency(batch, class_index).numpy()
    return np.abs(grads).mean(axis=0)


def guided(image):
    @tf.custom_gradient
    def guided_relu(x):
        def grad(dy):
            return tf.cast(dy > 0, tf.float32) * tf.cast(x > 0, tf.float32) * dy

        return tf.nn.relu(x), grad

    clone = tf.keras.models.clone_model(model)
    clone.set_weights(model.get_weights())
    for layer in clone.layers:
        if getattr(layer, "activation", None) is tf.keras.activations.relu:
            layer.activation = guided_relu
    x = tf.Variable(image[None], dtype=tf.float32)
    with tf.GradientTape() as tape:
        out = clone(x)
        top = out[0, int(np.argmax(out.numpy()[0]))]
    return tape.gradient(top, x)


image = np.random.default_rng(1).uniform(size=(5, 5, 1))
print(smooth(image, 1).shape, guided(image).shape)
