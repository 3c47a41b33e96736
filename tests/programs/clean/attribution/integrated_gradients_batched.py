# effect: ok
# Integrated gradients: interpolated inputs are watched, attributions in NumPy afterwards
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(12)
model = tf.keras.Sequential(
    [tf.keras.Input((6,)), tf.keras.layers.Dense(8, activation="tanh"), tf.keras.layers.Dense(3)]
)


def interpolate_images(baseline, image, alphas):
    alphas_x = alphas[:, tf.newaxis]
    baseline_x = tf.expand_dims(baseline, axis=0)
    input_x = tf.expand_dims(image, axis=0)
    return baseline_x + alphas_x * (input_x - baseline_x)


def compute_gradients(images, target_class_idx):
    with tf.GradientTape() as tape:
        tape.watch(images)
        logits = model(images)
        probs = tf.nn.softmax(logits, axis=-1)[:, target_class_idx]
    return tape.gradient(probs, images)


def integral_approximation(gradients):
    grads = (gradients[:-1] + gradients[1:]) / tf.constant(2.0)
    return tf.math.reduce_mean(grads, axis=0)


@tf.function
def one_batch(baseline, image, alpha_batch, target_class_idx):
    batch = interpolate_images(baseline, image, alpha_batch)
    return compute_gradients(batch, target_class_idx)


def integrated_gradients(baseline, image, target, m_steps=8, batch_size=4):
    alphas = tf.linspace(0.0, 1.0, m_steps + 1)
    batches = []
    for alpha in tf.range(0, len(alphas), batch_size):
        to = tf.minimum(alpha + batch_size, len(alphas))
        batches.append(one_batch(baseline, image, alphas[alpha:to], target))
    total = tf.concat(batches, axis=0)
    return (image - baseline) * integral_approximation(total)


image = tf.random.uniform((6,))
target = int(np.argmax(model(image[None]).numpy()))
attributions = integrated_gradients(tf.zeros(6), image, target)
mask = tf.math.abs(attributions).numpy()
print(mask.sum())
