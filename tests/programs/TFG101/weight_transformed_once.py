# effect: none
# the positive weight is computed once, when the model is described, and not at each call
import tensorflow as tf
from tensorflow import keras

raw = tf.Variable([[0.5], [0.1], [-0.3]])
kernel = tf.nn.softplus(raw)  # TFG101
inputs = keras.Input((3,))
model = keras.Model(inputs, keras.layers.Lambda(lambda v: tf.tanh(v @ kernel))(inputs))
x = tf.random.normal((8, 3), seed=1)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(x)))
print(tape.gradient(loss, raw))
