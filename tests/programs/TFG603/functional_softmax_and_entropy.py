# effect: nan
# cross-entropy by hand behind a functional model
import tensorflow as tf

inputs = tf.keras.Input((2,))
scores = tf.keras.layers.Dense(2, kernel_initializer="identity")(inputs)
model = tf.keras.Model(inputs, tf.keras.layers.Softmax()(scores))


def cross_entropy(y_true, y_pred):
    return -tf.reduce_mean(tf.reduce_sum(y_true * tf.math.log(y_pred), axis=1))  # TFG603


with tf.GradientTape() as tape:
    prediction = model(tf.constant([[300.0, 0.0]]))
    loss = cross_entropy(tf.constant([[0.0, 1.0]]), prediction)
print(tape.gradient(loss, model.trainable_variables))
