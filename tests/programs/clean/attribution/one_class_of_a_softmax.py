# effect: ok
# beside: TFG311
# the score of one class, and the largest one
import tensorflow as tf

classifier = tf.keras.Sequential(
    [tf.keras.layers.Input((5,)), tf.keras.layers.Dense(4, activation="softmax")]
)
rows = tf.random.normal((2, 5))
with tf.GradientTape(persistent=True) as tape:
    tape.watch(rows)
    chances = classifier(rows)
    one = chances[:, 2]
    largest = tf.reduce_max(chances, axis=-1)
print(tape.gradient(one, rows), tape.gradient(largest, rows))
