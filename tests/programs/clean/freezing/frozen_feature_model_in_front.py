# effect: ok
# beside: TFG808
# only the features are frozen; the head is trained
import tensorflow as tf

features = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4, "relu")])
for layer in features.layers:
    layer.trainable = False
model = tf.keras.Sequential([features, tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(tf.ones((4, 3)), tf.ones((4, 1)), verbose=0)
