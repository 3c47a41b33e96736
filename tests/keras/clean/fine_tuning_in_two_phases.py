# effect: ok
# transfer learning: the backbone is frozen for the first phase and thawed for the second
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(12)

SIZE = 8


def make_images(count, classes, seed):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, classes, size=count)
    images = rng.normal(scale=0.2, size=(count, SIZE, SIZE, 1))
    for image, label in zip(images, labels):
        image[:, label * 2 : label * 2 + 2] += 1.0
    return images.astype("float32"), labels


def make_backbone():
    return keras.Sequential(
        [
            keras.Input((SIZE, SIZE, 1)),
            layers.Conv2D(4, 3, padding="same", use_bias=False),
            layers.BatchNormalization(),
            layers.Activation("relu"),
            layers.Conv2D(6, 3, padding="same", activation="relu"),
            layers.GlobalAveragePooling2D(),
        ],
        name="backbone",
    )


backbone = make_backbone()
images, labels = make_images(32, 4, seed=0)
pretraining = keras.Sequential([backbone, layers.Dense(4)])
pretraining.compile(
    optimizer="adam", loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True)
)
pretraining.fit(images, labels, batch_size=16, epochs=1, verbose=0)

# First phase: a new head on fixed features.
backbone.trainable = False
inputs = keras.Input((SIZE, SIZE, 1))
features = backbone(inputs, training=False)
features = layers.Dropout(0.2)(features)
outputs = layers.Dense(1)(features)
model = keras.Model(inputs, outputs)
binary = (labels % 2).astype("float32")
model.compile(
    optimizer=keras.optimizers.Adam(1e-2),
    loss=keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[keras.metrics.BinaryAccuracy(threshold=0.0)],
)
frozen = [variable.numpy().copy() for variable in backbone.variables]
model.fit(images, binary, batch_size=16, epochs=1, verbose=0)
same = all(np.array_equal(a, b.numpy()) for a, b in zip(frozen, backbone.variables))
print("backbone untouched:", same, "trainable", len(model.trainable_variables))

# Second phase: everything but the normalisation, slowly.
backbone.trainable = True
for layer in backbone.layers:
    if isinstance(layer, layers.BatchNormalization):
        layer.trainable = False
optimizer = keras.optimizers.Adam(1e-4)
loss_fn = keras.losses.BinaryCrossentropy(from_logits=True)
for start in range(0, len(images), 16):
    batch, target = images[start : start + 16], binary[start : start + 16, None]
    with tf.GradientTape() as tape:
        loss = loss_fn(target, model(batch, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    print(f"fine-tuning loss {loss.numpy():.4f}, {len(gradients)} variables")
