# effect: none
# to save memory the encoder runs unrecorded, yet its weights are to be trained
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
encoder = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
head = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])


def step(x, y):
    with tf.GradientTape() as tape:
        with tape.stop_recording():
            codes = encoder(x, training=True)  # TFG107
        loss = tf.reduce_mean(tf.square(head(codes) - y))
    return tape.gradient(loss, encoder.trainable_variables + head.trainable_variables)


print([g is None for g in step(tf.ones((2, 4)), tf.zeros((2, 1)))])
