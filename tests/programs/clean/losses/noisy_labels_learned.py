# effect: ok
# beside: TFG514
# labels that are trained, too
import tensorflow as tf

labels = tf.Variable([[0.5, 0.5], [0.1, 0.9]])
model = tf.keras.layers.Dense(2)
x = tf.constant([[0.4, 0.1], [0.2, 0.9]])
with tf.GradientTape() as tape:
    soft = tf.nn.softmax(labels)
    loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(soft, model(x)))
print(tape.gradient(loss, [labels, *model.trainable_variables]))
