# effect: wrong
# truth: [0.0257843, 0.0257843, 0.0257843, 0.00515686, 0.00515686, 0.00515686, 0.257843, 0.257843, 0.257843, 0.0309412, 0.0309412, 0.0309412, 0.507843]
# a tanh goes down to -1, where the loss of probabilities has no gradient
import tensorflow as tf

critic = tf.keras.Sequential(
    [
        tf.keras.layers.Dense(3, activation="relu", kernel_initializer="ones"),
        tf.keras.layers.Dense(1, activation="tanh", kernel_initializer="ones"),
    ]
)
bce = tf.keras.losses.BinaryCrossentropy()
images = tf.constant([[0.1, 0.02], [-0.3, -0.2]])
with tf.GradientTape() as tape:
    scores = critic(images)
    loss = bce(tf.zeros_like(scores), scores)  # TFG513
print(tape.gradient(loss, critic.trainable_variables))
