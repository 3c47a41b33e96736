# effect: ok
# all variables of this model are trained, so both lists are the same
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(tf.ones((2, 3)))))
print(tape.gradient(loss, model.variables))
