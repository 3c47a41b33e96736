# effect: zero
# the temperature starts above its bound, and no gradient brings it back
import tensorflow as tf

temperature = tf.Variable(12.0)
logits = tf.constant([[2.0, 1.0], [0.5, 3.0]])
labels = tf.constant([0, 0])
optimizer = tf.keras.optimizers.Adam(0.1)
for step in range(3):
    with tf.GradientTape() as tape:
        bounded = tf.clip_by_value(temperature, 0.1, 10.0)  # TFG312
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits / bounded)
        loss = tf.reduce_mean(losses)
    gradient = tape.gradient(loss, temperature)
    optimizer.apply_gradients([(gradient, temperature)])
print(temperature)
