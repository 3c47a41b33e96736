# effect: wrong
# truth: [2.83333, 0.0266667, 0.866667]
# the last column of a text file is a vector, and the network returns a column
import io

import numpy as np
import tensorflow as tf

FILE = io.StringIO("a,b,c\n0.5,1.0,2.0\n1.5,-1.0,0.5\n2.5,0.3,1.0\n")

table = np.loadtxt(FILE, delimiter=",", skiprows=1).astype("float32")
inputs, wanted = table[:, :-1], table[:, -1]
model = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")]
)
for features, labels in tf.data.Dataset.from_tensor_slices((inputs, wanted)).batch(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(features) - labels))  # TFG510
    print(tape.gradient(loss, model.trainable_variables))
