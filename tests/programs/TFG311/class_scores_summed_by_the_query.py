# effect: zero
# the heat map differentiates all probabilities at once, and their sum is 1
import tensorflow as tf

classifier = tf.keras.Sequential(
    [
        tf.keras.layers.Input((6, 6, 1)),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(8, activation="relu"),
        tf.keras.layers.Dense(4, activation="softmax"),
    ]
)
picture = tf.random.uniform((2, 6, 6, 1))
with tf.GradientTape() as tape:
    tape.watch(picture)
    chances = classifier(picture)
heat = tape.gradient(chances, picture)  # TFG311
print(tf.reduce_max(tf.abs(heat)))
