# effect: ok
# Relaxation with temperature; the rounded solution is only scored
import tensorflow as tf

values = tf.constant([3.0, 4.0, 5.0, 6.0])
weights = tf.constant([2.0, 3.0, 4.0, 5.0])
logits = tf.Variable(tf.zeros(4))
best_value, best_choice = -1.0, None
for step in range(6):
    with tf.GradientTape() as tape:
        p = tf.sigmoid(logits)
        over = tf.nn.relu(tf.tensordot(p, weights, 1) - 8.0)
        loss = -tf.tensordot(p, values, 1) + 5.0 * over
        entropy = -tf.reduce_sum(p * tf.math.log(p + 1e-9) + (1 - p) * tf.math.log(1 - p + 1e-9))
        loss -= 0.01 * entropy
    logits.assign_sub(0.5 * tape.gradient(loss, logits))
    choice = tf.round(tf.sigmoid(logits))
    if float(tf.tensordot(choice, weights, 1)) <= 8.0:
        value = float(tf.tensordot(choice, values, 1))
        if value > best_value:
            best_value, best_choice = value, choice.numpy().astype(int)
print(best_value, best_choice)
