# effect: ok
# accuracies as metrics; functions of keras.metrics that are losses, by name and by object
import keras
import tensorflow as tf

x = tf.random.normal((8, 3), seed=1)
y = tf.cast(x[:, :1] > 0, tf.float32)
for loss in (
    "binary_crossentropy",
    "MeanSquaredError",
    "cosine_similarity",
    keras.metrics.mean_squared_error,
    keras.metrics.binary_crossentropy,
    tf.keras.losses.BinaryCrossentropy(),
):
    model = tf.keras.Sequential(
        [tf.keras.Input((3,)), tf.keras.layers.Dense(1, activation="sigmoid")]
    )
    metrics = ["accuracy", tf.keras.metrics.AUC(), tf.keras.metrics.binary_accuracy]
    model.compile(optimizer="sgd", loss=loss, metrics=metrics)
    model.fit(x, y, verbose=0)
