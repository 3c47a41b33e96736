# effect: ok
# the layers of another model, a new head, and a tape that trains the head
import tensorflow as tf

layers = tf.keras.layers
first = tf.keras.Sequential(
    [tf.keras.Input((2,)), layers.Dense(3), layers.Dense(4), layers.Dense(1)]
)
model = tf.keras.Sequential(first.layers[:-1])
model.add(layers.Dense(1))
for layer in model.layers[:-1]:
    layer.trainable = False
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(model(tf.ones((2, 2))) ** 2)
print(tape.gradient(loss, model.trainable_variables))
