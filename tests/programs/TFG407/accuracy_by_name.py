# effect: error
# raises: ValueError
# loss and metrics are mixed up
import tensorflow as tf


def build(loss):
    model = tf.keras.models.Sequential(
        [tf.keras.Input((4,)), tf.keras.layers.Dense(3, activation="softmax")]
    )
    model.compile(optimizer="rmsprop", loss=loss, metrics=["mse"])  # TFG407
    return model


classifier = build("categorical_accuracy")
classifier.fit(tf.ones((4, 4)), tf.one_hot([0, 1, 2, 0], 3), verbose=0)
