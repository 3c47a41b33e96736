# effect: ok
# beside: TFG311
# the normalised feature is constant, and the shortcut around it is not
import tensorflow as tf

inputs = tf.keras.Input((3,))
score = tf.keras.layers.Dense(1)(inputs)
normed = tf.keras.layers.LayerNormalization()(score)
model = tf.keras.Model(inputs, score + normed)
rows = tf.random.normal((5, 3))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(rows) - 1.0))
print(tape.gradient(loss, model.layers[1].trainable_variables))
