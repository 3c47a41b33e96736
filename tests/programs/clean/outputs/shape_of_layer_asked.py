# effect: ok
# beside: TFG809, TFG810
# a symbolic result that is printed, and a second model for the features
import tensorflow as tf

inputs = tf.keras.Input((4,))
hidden = tf.keras.layers.Dense(3, activation="relu")(inputs)
print(hidden.shape)
outputs = tf.keras.layers.Dense(1)(hidden)
embedding = tf.keras.layers.Dense(2)(hidden)
features = tf.keras.Model(inputs, embedding)
model = tf.keras.Model(inputs, outputs)
model.compile("sgd", "mse")
model.fit(tf.ones((4, 4)), tf.ones((4, 1)), verbose=0)
print(features(tf.ones((1, 4))))
