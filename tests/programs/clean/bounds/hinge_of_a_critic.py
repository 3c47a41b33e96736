# effect: ok
# beside: TFG312
# both hinges have numbers on either side
import tensorflow as tf

crit = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
x = tf.random.normal((6, 2))
with tf.GradientTape() as tape:
    s = crit(x)
    loss = -tf.reduce_mean(tf.minimum(0.0, -1.0 + s)) - tf.reduce_mean(tf.minimum(0.0, -1.0 - s))
print(tape.gradient(loss, crit.trainable_variables))
