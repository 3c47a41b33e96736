# effect: wrong
# truth: [-0.0252092, -0.0202764, -0.0732652]
# a focal loss with a parameter of its own after the two that Keras passes, in the wrong order
import tensorflow as tf


def focal(y_pred, y_true, gamma=2.0):
    p = tf.clip_by_value(y_pred, 1e-6, 1.0 - 1e-6)
    entropy = -y_true * tf.math.log(p) - (1.0 - y_true) * tf.math.log(1.0 - p)
    chance = y_true * p + (1.0 - y_true) * (1.0 - p)
    return tf.reduce_mean((1.0 - chance) ** gamma * entropy)


model = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(1, "sigmoid", kernel_initializer="ones")]
)
model.compile("sgd", loss=focal)  # TFG514
model.fit(tf.constant([[0.1, 0.3], [-2.0, 0.5]]), tf.constant([[1.0], [0.0]]), verbose=0)
