# effect: none
# update_state and result, split over two lines
import tensorflow as tf
from tensorflow import keras

net = keras.layers.Dense(1)
running = keras.metrics.Mean(name="loss")
data = [(tf.ones((2, 3)), tf.zeros((2, 1))), (tf.zeros((2, 3)), tf.ones((2, 1)))]
net.build((None, 3))

with tf.GradientTape() as tape:
    for x, y in data:
        running.update_state(keras.losses.MeanSquaredError()(y, net(x)))
    loss = running.result()  # TFG407
print(tape.gradient(loss, net.trainable_variables))
