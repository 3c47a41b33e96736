# effect: ok
# beside: TFG519
# one list per example, averaged position by position
import tensorflow as tf

slope, intercept = tf.Variable(1.0), tf.Variable(0.0)
variables = [slope, intercept]
optimizer = tf.keras.optimizers.SGD(0.1)
collected = []
for x, y in [(1.0, 2.0), (2.0, 3.0), (3.0, 5.0)]:
    with tf.GradientTape() as tape:
        loss = tf.square(slope * x + intercept - y)
    collected.append(tape.gradient(loss, variables))
average = [tf.reduce_mean(tf.stack(column)) for column in zip(*collected)]
optimizer.apply_gradients(zip(average, variables))
print(average)
