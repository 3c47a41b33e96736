# effect: ok
# beside: TFG528
# a frozen batch normalisation computes as for inference, whatever the step says
import tensorflow as tf

norm = tf.keras.layers.BatchNormalization()
model = tf.keras.Sequential([tf.keras.Input((2,)), norm, tf.keras.layers.Dense(1)])
norm.trainable = False
optimizer = tf.keras.optimizers.SGD(0.1)
rows = tf.constant([[1.0, 2.0], [3.0, 5.0]])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(rows) - 1.0))
gradients = tape.gradient(loss, model.trainable_variables)
optimizer.apply_gradients(zip(gradients, model.trainable_variables))
print(gradients)
