# effect: none
# a functional model with an auxiliary output; the loop's loss uses the main one only
import tensorflow as tf

inputs = tf.keras.Input((6,))
early = tf.keras.layers.Dense(5, activation="relu")(inputs)
auxiliary = tf.keras.layers.Dense(3, name="auxiliary")(early)
late = tf.keras.layers.Dense(5, activation="relu")(early)
main = tf.keras.layers.Dense(3, name="main")(late)
model = tf.keras.Model(inputs, [main, auxiliary])
cross_entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
x, y = tf.ones((4, 6)), tf.constant([0, 1, 2, 0])
with tf.GradientTape() as tape:
    outputs = model(x, training=True)
    loss = cross_entropy(y, outputs[0])
gradients = tape.gradient(loss, model.trainable_variables)  # TFG809
print([g is None for g in gradients])
