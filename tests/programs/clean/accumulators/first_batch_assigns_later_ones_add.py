# effect: ok
# beside: TFG520
# the first microbatch sets the buffers, the others add to them
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
buffers = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables]
for step in range(6):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(tf.constant([[float(step)]])) - 1.0))
    gradients = tape.gradient(loss, model.trainable_variables)
    for buffer, gradient in zip(buffers, gradients):
        if step % 3 == 0:
            buffer.assign(gradient)
        else:
            buffer.assign_add(gradient)
    if step % 3 == 2:
        optimizer.apply_gradients(zip(buffers, model.trainable_variables))
print(gradients)
