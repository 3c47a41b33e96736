# effect: ok
# beside: TFG514
# both arguments depend on weights: which is the truth is a matter of the method
import tensorflow as tf

online = tf.keras.layers.Dense(3)
momentum = tf.keras.layers.Dense(3)
one = tf.constant([[0.4, 0.1], [0.2, 0.9]])
other = tf.constant([[0.3, 0.2], [0.1, 0.8]])
with tf.GradientTape() as tape:
    p = tf.nn.softmax(online(one))
    q = tf.stop_gradient(momentum(other))
    loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=p, logits=q))
    loss += tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(tf.nn.softmax(q), online(one)))
print(tape.gradient(loss, online.trainable_variables))
