# effect: none
# the model was frozen in its first fit; setting trainable afterwards changes nothing
import tensorflow as tf


def fit_twice(model, x, y):
    model.trainable = False
    model.compile("sgd", "mse")
    model.fit(x, y, verbose=0)  # TFG808
    model.trainable = True
    model.fit(x, y, verbose=0)  # TFG808


net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
fit_twice(net, tf.ones((4, 2)), tf.zeros((4, 1)))
