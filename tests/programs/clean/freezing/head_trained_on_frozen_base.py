# effect: ok
# beside: TFG808
# transfer learning: the base is frozen for good, the head is trained
import tensorflow as tf


def make(classes):
    base = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(8, activation="relu")])
    for layer in base.layers:
        layer.trainable = False
    return tf.keras.Sequential([base, tf.keras.layers.Dropout(0.1), tf.keras.layers.Dense(classes)])


network = make(3)
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
network.compile(optimizer="adam", loss=loss)
network.fit(tf.ones((6, 4)), tf.constant([0, 1, 2, 0, 1, 2]), epochs=2, verbose=0)
