# effect: ok
# beside: TFG808
# fine-tuning in two phases: the model is compiled again after unfreezing
import tensorflow as tf

base = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4, activation="relu")])
base.trainable = False
inputs = tf.keras.Input((3,))
model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(base(inputs, training=False)))
x, y = tf.ones((4, 3)), tf.zeros((4, 1))
model.compile(optimizer="adam", loss="mse")
model.fit(x, y, verbose=0)
base.trainable = True
model.compile(optimizer=tf.keras.optimizers.Adam(1e-5), loss="mse")
model.fit(x, y, verbose=0)
