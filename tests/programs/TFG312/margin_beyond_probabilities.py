# effect: zero
# a penalty for probabilities above one
import tensorflow as tf
from tensorflow import keras

model = keras.Sequential(
    [keras.layers.Dense(16, activation="relu"), keras.layers.Dense(1, activation="sigmoid")]
)
opt = keras.optimizers.Adam()
x = tf.random.normal((20, 5))


@tf.function
def step(x):
    with tf.GradientTape() as tape:
        p = model(x)
        penalty = tf.reduce_mean(tf.maximum(p - 1.0, 0.0))  # TFG312
    grads = tape.gradient(penalty, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return penalty


for _ in range(3):
    step(x)
