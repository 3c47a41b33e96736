# effect: none
# fine-tuning: the base is unfrozen after the first fit, but compile is not called again
import tensorflow as tf

base = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4, activation="relu")])
base.trainable = False
inputs = tf.keras.Input((3,))
model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(base(inputs)))
model.compile(optimizer="sgd", loss="mse")
x, y = tf.ones((4, 3)), tf.zeros((4, 1))
model.fit(x, y, epochs=1, verbose=0)
base.trainable = True
model.fit(x, y, epochs=1, verbose=0)  # TFG808
