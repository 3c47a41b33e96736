# effect: ok
# beside: TFG512, TFG513, TFG806
# a loss function of the program hands its prediction to Keras, which looks behind the softmax
import tensorflow as tf


def weighted(y_true, y_pred):
    return tf.reduce_mean(2.0 * tf.keras.losses.binary_crossentropy(y_true, y_pred))


hidden = tf.keras.layers.Dense(3, activation="tanh")
output = tf.keras.layers.Dense(1, activation="softmax")
model = tf.keras.Sequential([tf.keras.Input((4,)), hidden, output])
model.compile(optimizer="sgd", loss=weighted)
model.fit(tf.random.normal((8, 4)), tf.ones((8, 1)), epochs=1, verbose=0)
