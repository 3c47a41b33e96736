# effect: ok
# beside: TFG412
# the schedule assigns to a variable that the trace reads
import tensorflow as tf

weight = tf.Variable(3.0)
strength = tf.Variable(0.1, trainable=False)


@tf.function
def gradient():
    with tf.GradientTape() as tape:
        loss = strength * weight**2
    return tape.gradient(loss, weight)


for epoch in range(3):
    strength.assign(0.5 * (epoch + 1))
    print(gradient())
