# effect: ok
# beside: TFG512, TFG513
# gates are probabilities, and a linear layer follows them
import tensorflow as tf

gate = tf.keras.layers.Dense(4, activation="sigmoid")
head = tf.keras.layers.Dense(1)
x = tf.constant([[0.4, 0.1, 0.3, 0.8]])
with tf.GradientTape() as tape:
    logits = head(x * gate(x))
    loss = tf.keras.losses.BinaryCrossentropy(from_logits=True)(tf.ones_like(logits), logits)
print(tape.gradient(loss, gate.trainable_variables))
