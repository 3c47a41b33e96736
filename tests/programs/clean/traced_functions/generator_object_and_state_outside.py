# effect: ok
# beside: TFG413, TFG414
# a generator of TensorFlow and the state of the step are made once, outside the trace
import tensorflow as tf

generator = tf.random.Generator.from_seed(1)
velocity = tf.Variable(0.0, trainable=False)
weight = tf.Variable(2.0)


@tf.function
def step():
    noise = generator.normal(())
    with tf.GradientTape() as tape:
        loss = (weight + 0.1 * noise) ** 2
    velocity.assign(0.9 * velocity + tape.gradient(loss, weight))
    weight.assign_sub(0.1 * velocity)
    return loss


for _ in range(3):
    print(step())
