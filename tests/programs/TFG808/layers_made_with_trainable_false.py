# effect: none
# every layer with weights is made with trainable=False
import tensorflow as tf
from tensorflow.keras.layers import Dense, Input

model = tf.keras.models.Sequential(
    [Input((3,)), Dense(4, activation="relu", trainable=False), Dense(1, trainable=False)]
)
model.compile("rmsprop", loss="mse")
history = model.fit(tf.ones((4, 3)), tf.zeros((4, 1)), verbose=0)  # TFG808
