# effect: ok
# beside: TFG808
# the encoder runs unrecorded and only the head is trained
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
encoder = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
head = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])


def step(x, y):
    with tf.GradientTape() as tape:
        with tape.stop_recording():
            codes = encoder(x, training=False)
        loss = tf.reduce_mean(tf.square(head(codes) - y))
    return tape.gradient(loss, head.trainable_variables)


print(step(tf.ones((2, 4)), tf.zeros((2, 1))))
