# effect: ok
# beside: TFG311
# the Jacobian keeps the classes apart; a query of sigmoids adds up independent numbers
import tensorflow as tf

logits = tf.Variable([[0.5, -1.0, 2.0]])
with tf.GradientTape(persistent=True) as tape:
    chances = tf.nn.softmax(logits)
    marks = tf.sigmoid(logits)
print(tape.jacobian(chances, logits), tape.gradient(marks, logits))
