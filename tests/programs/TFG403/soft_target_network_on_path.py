# effect: none
# weights averaged into a second model inside the tape, then that model is trained
import tensorflow as tf

online = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
average = tf.keras.models.clone_model(online)
x, y = tf.ones((2, 2)), tf.zeros((2, 1))
with tf.GradientTape() as tape:
    for a, o in zip(average.trainable_variables, online.trainable_variables):
        a.assign(0.5 * a + 0.5 * o)  # TFG403
    loss = tf.reduce_mean(tf.square(average(x) - y))
print(tape.gradient(loss, online.trainable_variables))
