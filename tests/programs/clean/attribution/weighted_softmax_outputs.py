# effect: ok
# beside: TFG311
# output gradients give every class a weight of its own
import tensorflow as tf

layer = tf.keras.layers.Dense(3, activation="softmax")
rows = tf.random.normal((2, 4))
with tf.GradientTape() as tape:
    chances = layer(rows)
weights = tf.one_hot([0, 2], 3)
print(tape.gradient(chances, layer.trainable_variables, output_gradients=weights))
