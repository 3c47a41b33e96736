# effect: ok
# beside: TFG513, TFG603
# probabilities that are kept away from zero and one
import tensorflow as tf

discriminator = tf.keras.Sequential([tf.keras.layers.Dense(1, activation="sigmoid")])
with tf.GradientTape() as tape:
    real = tf.clip_by_value(discriminator(tf.constant([[3.0, 2.0]])), 1e-6, 1.0 - 1e-6)
    fake = discriminator(tf.constant([[-4.0, 1.0]]))
    loss = -tf.reduce_mean(tf.math.log(real)) - tf.reduce_mean(tf.math.log(1.0 - fake + 1e-8))
print(tape.gradient(loss, discriminator.trainable_variables))
