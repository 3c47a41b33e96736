# effect: ok
# beside: TFG528
# the model is described with `training=True` for its batch normalisation, which stays in every call
import tensorflow as tf

tf.keras.utils.set_random_seed(1)
inputs = tf.keras.Input((3,))
hidden = tf.keras.layers.Dense(4)(inputs)
hidden = tf.keras.layers.BatchNormalization()(hidden, training=True)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(hidden))
optimizer = tf.keras.optimizers.SGD(0.1)
x = tf.random.normal((8, 3))

with tf.GradientTape() as tape:
    loss = tf.reduce_mean(model(x) ** 2)
gradients = tape.gradient(loss, model.trainable_variables)
optimizer.apply_gradients(zip(gradients, model.trainable_variables))
print(gradients)
