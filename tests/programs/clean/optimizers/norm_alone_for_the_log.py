# effect: ok
# beside: TFG518, TFG527
# only the norm of the pair is wanted, by its index
import tensorflow as tf

a, b = tf.Variable(3.0), tf.Variable(4.0)
optimizer = tf.keras.optimizers.SGD(0.01)
with tf.GradientTape() as tape:
    loss = a * a + b * b
gradients = tape.gradient(loss, [a, b])
norm = tf.clip_by_global_norm(gradients, 1.0)[1]
optimizer.apply_gradients(zip(gradients, [a, b]))
print(norm.numpy())
