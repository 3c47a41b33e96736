# effect: none
# the Lambda layer's function reads a variable of the module; the model does not know it
import tensorflow as tf
from tensorflow.keras import layers

temperature = tf.Variable(1.5, name="temperature")

inputs = layers.Input(shape=(3,))
logits = layers.Dense(2)(inputs)
scaled = layers.Lambda(lambda t: t / temperature)(logits)  # TFG805
model = tf.keras.Model(inputs, scaled)
optimizer = tf.keras.optimizers.SGD(0.1)
x = tf.random.normal((6, 3), seed=1)
y = tf.constant([0, 1, 0, 1, 1, 0])
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(
            tf.keras.losses.sparse_categorical_crossentropy(y, model(x), from_logits=True)
        )
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
