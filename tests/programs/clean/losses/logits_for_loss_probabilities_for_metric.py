# effect: ok
# beside: TFG512, TFG513
# the loss gets the logits, the metric the probabilities
import tensorflow as tf

layer = tf.keras.layers.Dense(1)
auc = tf.keras.metrics.AUC()
x = tf.constant([[0.4, 0.1], [0.2, 0.9]])
y = tf.constant([[1.0], [0.0]])
with tf.GradientTape() as tape:
    logits = layer(x)
    probabilities = tf.sigmoid(logits)
    loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits))
auc.update_state(y, probabilities)
print(tape.gradient(loss, layer.trainable_variables))
