# effect: nan
# the rate of a Poisson loss is the output of a ReLU
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

model = tf.keras.Sequential(
    [layers.Input((8,)), layers.Dense(16, activation="relu"), layers.Dense(4, activation="relu")]
)


def poisson_like(y, rate):
    return tf.reduce_mean(rate - y * tf.math.log(rate))  # TFG602


model.compile("adam", loss=poisson_like)
model.fit(np.random.randn(64, 8), np.random.poisson(2.0, (64, 4)).astype("float32"), verbose=0)
print(np.isnan(model.get_weights()[0]).any())
