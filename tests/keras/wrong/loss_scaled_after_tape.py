# effect: none
# mixed precision by hand: the loss is scaled when the tape has already closed
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(17)
keras.mixed_precision.set_global_policy("mixed_float16")


class HalfPrecisionClassifier(keras.Model):
    def __init__(self, classes, **kwargs):
        super().__init__(**kwargs)
        self.convolution = keras.layers.Conv2D(4, 3, activation="relu")
        self.pool = keras.layers.GlobalAveragePooling2D()
        self.dropout = keras.layers.Dropout(0.2)
        self.head = keras.layers.Dense(classes, dtype="float32")
        self.tracker = keras.metrics.Mean(name="loss")

    @property
    def metrics(self):
        return [self.tracker]

    def call(self, images, training=False):
        x = self.pool(self.convolution(images))
        x = self.dropout(x, training=training)
        return self.head(x)

    def train_step(self, data):
        images, labels = data
        with tf.GradientTape() as tape:
            logits = self(images, training=True)
            loss = self.compute_loss(x=images, y=labels, y_pred=logits)
        scaled = self.optimizer.scale_loss(loss)  # TFG101
        gradients = tape.gradient(scaled, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        self.tracker.update_state(loss)
        return {"loss": self.tracker.result()}


def make_images(count, classes=3):
    rng = np.random.default_rng(0)
    labels = rng.integers(0, classes, size=count)
    images = rng.normal(scale=0.3, size=(count, 8, 8, 1))
    for index, label in enumerate(labels):
        images[index, label * 2 : label * 2 + 2] += 1.0
    return images.astype("float32"), labels.astype("int32")


images, labels = make_images(24)
model = HalfPrecisionClassifier(3)
optimizer = keras.mixed_precision.LossScaleOptimizer(
    keras.optimizers.Adam(1e-3), initial_scale=1024.0
)
model.compile(
    optimizer=optimizer,
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
history = model.fit(images, labels, batch_size=8, epochs=1, verbose=0)
print("loss", history.history["loss"])
guesses = np.argmax(model.predict(images, verbose=0), axis=1)
print("training accuracy", float((guesses == labels).mean()))
