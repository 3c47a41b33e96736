# effect: ok
# beside: TFG412
# another value of a Python argument makes another trace
import tensorflow as tf

weight = tf.Variable(1.0)


@tf.function
def train(penalize):
    with tf.GradientTape() as tape:
        loss = (weight - 2.0) ** 2
        if penalize:
            loss += tf.abs(weight)
    gradient = tape.gradient(loss, weight)
    weight.assign_sub(0.1 * gradient)


for epoch in range(4):
    train(epoch >= 2)
