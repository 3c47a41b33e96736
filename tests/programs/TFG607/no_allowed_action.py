# effect: nan
# in the last state no action is allowed
import tensorflow as tf

forbidden = tf.constant([[False, True, False], [True, True, True]])
policy = tf.keras.layers.Dense(3)
states = tf.constant([[0.5, 1.0], [2.0, -1.0]])
worth = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape() as tape:
    logits = tf.where(forbidden, float("-inf"), policy(states))
    chances = tf.nn.softmax(logits, axis=-1)  # TFG607
    loss = -tf.reduce_sum(chances * worth)
print(tape.gradient(loss, worth))
