# effect: ok
# beside: TFG520
# buffers hold the gradients of this very step
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
buffers = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables]
for x in (1.0, 2.0, 3.0):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(tf.constant([[x]])) - 1.0))
    gradients = tape.gradient(loss, model.trainable_variables)
    for buffer, gradient in zip(buffers, gradients):
        buffer.assign(gradient)
    optimizer.apply_gradients(zip(buffers, model.trainable_variables))
print(gradients)
