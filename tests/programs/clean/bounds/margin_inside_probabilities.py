# effect: ok
# beside: TFG312
# a penalty for probabilities above one tenth
import tensorflow as tf
from tensorflow import keras

model = keras.Sequential(
    [keras.layers.Dense(16, activation="relu"), keras.layers.Dense(1, activation="sigmoid")]
)
opt = keras.optimizers.Adam()
x = tf.random.normal((20, 5))
with tf.GradientTape() as tape:
    p = model(x)
    penalty = tf.reduce_mean(tf.maximum(p - 0.1, 0.0))
grads = tape.gradient(penalty, model.trainable_variables)
opt.apply_gradients(zip(grads, model.trainable_variables))
