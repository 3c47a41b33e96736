# effect: ok
# beside: TFG115
# the loop appends pairs; the update gets them all at once
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.RMSprop(0.01)
inputs = tf.random.stateless_normal((8, 3), seed=(1, 2))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(inputs) - 1.0))
pairs = []
gradients = tape.gradient(loss, model.trainable_variables)
for gradient, variable in zip(gradients, model.trainable_variables):
    if "bias" in variable.name:
        gradient = 2.0 * gradient
    pairs.append((gradient, variable))
optimizer.apply_gradients(pairs)
