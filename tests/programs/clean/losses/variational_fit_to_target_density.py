# effect: ok
# beside: TFG514
# a free distribution is fitted to a target density: the divergence of variational inference
import tensorflow as tf

target_density = tf.constant([[0.7, 0.2, 0.1]])
free = tf.Variable([[0.3, -0.2, 0.1]])
divergence = tf.keras.losses.KLDivergence()
with tf.GradientTape() as tape:
    approximate = tf.nn.softmax(free / 0.9)
    loss = divergence(approximate, target_density)
print(tape.gradient(loss, free))
