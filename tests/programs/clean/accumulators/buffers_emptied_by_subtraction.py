# effect: ok
# beside: TFG520
# each buffer is subtracted from itself after its sum was applied
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
sums = [tf.Variable(tf.zeros_like(v)) for v in model.trainable_variables]
collected = 0
for batch in tf.data.Dataset.from_tensor_slices(tf.ones((8, 2))).batch(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    sums = [total.assign_add(gradient) for total, gradient in zip(sums, gradients)]
    collected += 1
    if collected == 2:
        optimizer.apply_gradients(zip(sums, model.trainable_variables))
        sums = [total.assign_sub(total) for total in sums]
        collected = 0
