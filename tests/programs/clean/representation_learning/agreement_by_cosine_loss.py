# effect: ok
# beside: TFG311, TFG605
# two views agree by the cosine itself, without an angle
import tensorflow as tf

encoder = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
image = tf.random.normal((5, 4))
with tf.GradientTape() as tape:
    one, other = encoder(image), encoder(image + 0.1 * tf.random.normal((5, 4)))
    loss = tf.reduce_mean(tf.keras.losses.cosine_similarity(one, tf.stop_gradient(other)))
print(tape.gradient(loss, encoder.trainable_variables))
