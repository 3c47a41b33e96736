# effect: none
# one output of the model is made by code that is not read, from numbers that the loss uses as well
import tensorflow as tf

scale = eval("2.0")
make_head = eval("lambda x, scale: tf.keras.layers.Dense(1)(x) * scale")

inputs = tf.keras.Input((2,))
hidden = tf.keras.layers.Dense(3)(inputs)
model = tf.keras.Model(inputs, [tf.keras.layers.Dense(1)(hidden), make_head(hidden, scale)])

x, y = tf.ones((4, 2)), tf.zeros((4, 1))
with tf.GradientTape() as tape:
    first, second = model(x)
    errors = [tf.square(first - y), tf.square(second - y)]
loss = scale * tf.reduce_sum(errors)  # TFG101
print(tape.gradient(loss, model.trainable_variables))
