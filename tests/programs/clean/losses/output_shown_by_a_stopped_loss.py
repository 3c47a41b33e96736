# effect: ok
# beside: TFG809
# the second output is an accuracy: its loss shows the number and trains nothing
import tensorflow as tf

inputs = tf.keras.Input((3,))
scores = tf.keras.layers.Dense(2)(inputs)
certainty = tf.keras.layers.Lambda(lambda x: tf.reduce_max(tf.nn.softmax(x), -1), name="shown")(
    scores
)
model = tf.keras.Model(inputs, [scores, certainty])


def shown(y_true, y_pred):
    return tf.stop_gradient(y_pred)


model.compile("sgd", [tf.keras.losses.MeanSquaredError(), shown])
model.fit(tf.ones((4, 3)), [tf.ones((4, 2)), tf.zeros((4,))], verbose=0)
