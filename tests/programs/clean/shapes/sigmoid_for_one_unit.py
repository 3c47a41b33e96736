# effect: ok
# beside: TFG512, TFG513, TFG806
# one unit with a sigmoid, two units with a softmax
import tensorflow as tf

one = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1, activation="sigmoid")])
two = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2, activation="softmax")])
x = tf.random.uniform((4, 3), seed=1)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(one(x) - 1.0)) + tf.reduce_mean(tf.square(two(x)[:, :1]))
gradients = tape.gradient(loss, one.trainable_variables + two.trainable_variables)
