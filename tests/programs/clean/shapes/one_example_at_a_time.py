# effect: ok
# beside: TFG510
# batches of one: (1, 1) and (1,) are one number each
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
inputs = tf.constant([[[0.3, 0.4]], [[0.5, 0.6]]])
targets = tf.constant([[1.0], [2.0]])
for step in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(inputs[step]) - targets[step]))
    gradients = tape.gradient(loss, model.trainable_variables)
