# effect: error
# raises: ValueError
# the loop that was to freeze the base freezes the head as well
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((3,)), tf.keras.layers.Dense(4, activation="relu"), tf.keras.layers.Dense(2)]
)
for layer in model.layers:
    layer.trainable = False
optimizer = tf.keras.optimizers.Adam()
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(model(tf.ones((1, 3))) ** 2)
grads = tape.gradient(loss, model.trainable_variables)  # TFG803
optimizer.apply_gradients(zip(grads, model.trainable_variables))
