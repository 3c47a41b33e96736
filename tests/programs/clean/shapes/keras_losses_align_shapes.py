# effect: ok
# beside: TFG510
# losses of Keras give (n, 1) and (n,) the same shape: objects, functions, and a function of the program in fit
import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
x = np.random.rand(8, 3).astype("float32")
y = np.random.rand(8).astype("float32")


def own_loss(y_true, y_pred):
    return tf.reduce_mean(tf.square(y_true - y_pred))


model.compile(optimizer="sgd", loss=own_loss)
model.fit(x, y, epochs=1, verbose=0)
huber = tf.keras.losses.Huber()
with tf.GradientTape() as tape:
    output = model(x)
    loss = huber(y, output) + tf.reduce_mean(tf.keras.losses.MSE(y, output))
gradients = tape.gradient(loss, model.trainable_variables)
