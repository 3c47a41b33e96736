# effect: nan
# a Lambda layer takes logarithms where there is light; darkness comes back as NaN
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(101)

SIZE = 10


def photons(count):
    """Counting images: most pixels are dark."""
    rng = np.random.default_rng(18)
    labels = rng.integers(0, 2, size=count)
    background = rng.poisson(0.2, size=(count, SIZE, SIZE, 1)).astype("float32")
    for image, label in zip(background, labels):
        center = 2 if label == 0 else 6
        image[center : center + 3, center : center + 3] += rng.poisson(5.0, size=(3, 3, 1))
    return background, labels.astype("float32")


def log_where_lit(intensity):
    return tf.where(intensity > 0.0, tf.math.log(intensity), tf.zeros_like(intensity))  # TFG601


def build():
    model = tf.keras.Sequential(name="photon_counter")
    model.add(tf.keras.Input((SIZE, SIZE, 1)))
    model.add(tf.keras.layers.Rescaling(0.1))
    model.add(tf.keras.layers.Conv2D(4, 3, activation="relu", name="collect"))
    model.add(tf.keras.layers.Lambda(log_where_lit, name="log_compress"))
    model.add(tf.keras.layers.GlobalAveragePooling2D())
    model.add(tf.keras.layers.Dense(1, activation="sigmoid"))
    return model


images, labels = photons(32)
dataset = (
    tf.data.Dataset.from_tensor_slices((images, labels))
    .map(lambda image, label: (image, tf.expand_dims(label, -1)))
    .batch(8)
)
model = build()
loss_fn = tf.keras.losses.BinaryCrossentropy()
optimizer = tf.keras.optimizers.Adam(1e-3)
accuracy = tf.keras.metrics.BinaryAccuracy()


@tf.function
def train_step(batch, target):
    with tf.GradientTape() as tape:
        probability = model(batch, training=True)
        loss = loss_fn(target, probability)
    gradients = tape.gradient(loss, model.trainable_weights)
    optimizer.apply_gradients(zip(gradients, model.trainable_weights))
    accuracy.update_state(target, probability)
    return loss


for batch, target in dataset:
    loss = train_step(batch, target)
print("loss", float(loss), "accuracy", float(accuracy.result()))
print("kernel finite", bool(np.isfinite(model.get_layer("collect").kernel.numpy()).all()))
