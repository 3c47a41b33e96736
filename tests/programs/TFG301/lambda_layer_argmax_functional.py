# effect: none
# a Lambda layer in the functional model takes the argmax
import tensorflow as tf
from tensorflow.keras import layers

inp = tf.keras.Input((4,))
logits = layers.Dense(3)(inp)
token = layers.Lambda(lambda t: tf.argmax(t, axis=-1), output_shape=())(logits)  # TFG301
vec = layers.Embedding(3, 2)(token)
out = layers.Dense(1)(vec)
model = tf.keras.Model(inp, out)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(model(tf.ones((2, 4))) ** 2)
print(tape.gradient(loss, model.trainable_variables))
