# effect: ok
# trainable is off for the optimizer only; layer.variables still have gradients
import tensorflow as tf

dense = tf.keras.layers.Dense(2)
dense.build((None, 3))
dense.trainable = False
with tf.GradientTape() as tape:
    tape.watch([v.value for v in dense.variables])
    loss = tf.reduce_sum(tf.square(dense(tf.ones((1, 3))) - 1.0))
importance = tape.gradient(loss, [v.value for v in dense.variables])
print([float(tf.norm(g)) for g in importance])
