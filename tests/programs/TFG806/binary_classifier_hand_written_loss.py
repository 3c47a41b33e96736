# effect: zero
# a classifier with one unit and a cross entropy by hand
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.layers.Dense(8, activation="relu"),
        tf.keras.layers.Dense(1, activation="softmax"),  # TFG806
    ]
)


def cross_entropy(y, p):
    p = tf.clip_by_value(p, 1e-6, 1.0 - 1e-6)
    return -tf.reduce_mean(tf.where(y > 0.5, tf.math.log(p), tf.math.log(1.0 - p)))


x = tf.random.uniform((6, 3), seed=3)
y = tf.constant([[1.0], [0.0], [1.0], [1.0], [0.0], [0.0]])
with tf.GradientTape() as tape:
    loss = cross_entropy(y, model(x))
gradients = tape.gradient(loss, model.trainable_variables)
