# effect: none
# the loop freezes the new head, too
import tensorflow as tf


def build():
    inputs = tf.keras.Input((4,))
    x = tf.keras.layers.Dense(8, activation="relu")(inputs)
    outputs = tf.keras.layers.Dense(2)(x)
    model = tf.keras.Model(inputs, outputs)
    for layer in model.layers:
        layer.trainable = False
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(optimizer="sgd", loss=loss)
    return model


network = build()
network.fit(tf.ones((4, 4)), tf.constant([0, 1, 0, 1]), epochs=1, verbose=0)  # TFG808
