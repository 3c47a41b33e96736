# effect: error
# raises: ValueError
# hypergradient attempt: the optimizer's learning rate is a Keras variable
import tensorflow as tf

optimizer = tf.keras.optimizers.SGD(0.1)
w = tf.Variable(1.0)
with tf.GradientTape() as tape:
    tape.watch(optimizer.learning_rate)  # TFG112
    stepped = w - optimizer.learning_rate * 2.0 * w
    loss = stepped**2
print(tape.gradient(loss, optimizer.learning_rate))
