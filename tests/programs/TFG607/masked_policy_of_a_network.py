# effect: nan
# the entropy of a policy with forbidden actions
import tensorflow as tf
import numpy as np

net = tf.keras.layers.Dense(4)
obs = tf.random.normal((3, 5))
legal = tf.constant(
    [[True, True, False, True], [True, False, False, True], [True, True, True, False]]
)
with tf.GradientTape() as tape:
    logits = net(obs)
    logits = tf.where(legal, logits, tf.ones_like(logits) * -np.inf)
    p = tf.nn.softmax(logits)
    logp = tf.nn.log_softmax(logits)
    ent = -tf.reduce_sum(p * logp, axis=1)  # TFG607
    loss = -tf.reduce_mean(ent)
print(tape.gradient(loss, net.trainable_variables))
