# effect: none
# moving averages are among model.variables and are not trained
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((3,)), tf.keras.layers.Dense(4), tf.keras.layers.BatchNormalization()]
)
x = tf.constant([[1.0, 2.0, 3.0], [0.0, 1.0, 0.0]])
with tf.GradientTape() as tape:
    out = model(x, training=True)
    loss = tf.reduce_mean(tf.square(out - 1.0))
grads = tape.gradient(loss, model.variables)  # TFG801
print([g is None for g in grads])
