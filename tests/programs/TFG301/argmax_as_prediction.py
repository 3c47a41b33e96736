# effect: none
# class ids instead of scores go into the loss
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
head = tf.keras.layers.Dense(3)
labels = tf.constant([0.0, 2.0])
with tf.GradientTape() as tape:
    scores = head(tf.ones((2, 4)))
    ids = tf.argmax(scores, axis=1)  # TFG301
    loss = tf.reduce_mean(tf.square(tf.cast(ids, tf.float32) - labels))
print(tape.gradient(loss, head.trainable_variables))
