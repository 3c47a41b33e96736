# effect: ok
# beside: TFG514
# two views of a batch should agree, whichever comes first
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4, "softmax")])
divergence = tf.keras.losses.KLDivergence()
one, other = tf.random.normal((8, 3)), tf.random.normal((8, 3))
with tf.GradientTape() as tape:
    first, target = model(one), model(other)
    loss = divergence(first, tf.stop_gradient(target)) + divergence(tf.stop_gradient(first), target)
print(tape.gradient(loss, model.trainable_variables))
