# effect: ok
# the backbone runs before the tape on purpose: only the head is trained
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

inputs = keras.Input((4,))
backbone = keras.Model(inputs, layers.Dense(6, activation="relu", name="features")(inputs))
backbone.trainable = False
features = keras.Input(backbone.output.shape[1:])
head = keras.Model(features, layers.Dense(1)(features))
x, y = tf.random.normal((8, 4), seed=1), tf.random.normal((8, 1), seed=2)
cached = backbone(x, training=False)
optimizer = keras.optimizers.SGD(0.1)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(head(cached) - y))
    gradients = tape.gradient(loss, head.trainable_variables)
    optimizer.apply_gradients(zip(gradients, head.trainable_variables))
