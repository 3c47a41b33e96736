# effect: none
# integrated gradients: the interpolated images are built inside the tape, nobody watches the path
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(2, activation="tanh")])


def interpolate(baseline, image, alphas):
    return baseline + alphas[:, None] * (image - baseline)


def path_gradients(baseline, image, steps, target):
    alphas = tf.linspace(0.0, 1.0, steps)
    points = interpolate(baseline, image, alphas)
    with tf.GradientTape() as tape:
        probs = tf.nn.softmax(model(points), axis=-1)[:, target]
    return tape.gradient(probs, points)  # TFG102


def integrated_gradients(image, steps=8, target=0):
    baseline = tf.zeros_like(image)
    grads = path_gradients(baseline, image, steps, target)
    return None if grads is None else tf.reduce_mean(grads, axis=0) * (image - baseline)


print(integrated_gradients(tf.constant([0.1, 0.2, 0.3, 0.4])))
