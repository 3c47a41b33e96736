# effect: wrong
# truth: eager
# the mixing weight is drawn once, by a helper of the traced step
import numpy as np
import tensorflow as tf

kernel = tf.Variable([[1.0], [2.0]])


def mixup(batch):
    share = np.random.beta(0.4, 0.4)  # TFG413
    return share * batch + (1.0 - share) * tf.reverse(batch, [0])


@tf.function
def step(batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(tf.matmul(mixup(batch), kernel)))
    return tape.gradient(loss, kernel)


examples = tf.constant([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
for _ in range(3):
    print(step(examples))
