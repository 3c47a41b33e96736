# effect: ok
# beside: TFG512, TFG513, TFG514
# Keras finds the logits behind the activation of the last layer
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.layers.Dense(4, activation="relu"),
        tf.keras.layers.Dense(3, activation="softmax"),
    ]
)
loss_fn = tf.keras.losses.CategoricalCrossentropy(from_logits=True)
with tf.GradientTape() as tape:
    probabilities = model(tf.constant([[0.1, 0.5]]))
    loss = loss_fn(tf.constant([[0.0, 0.0, 1.0]]), probabilities)
print(tape.gradient(loss, model.trainable_variables))
