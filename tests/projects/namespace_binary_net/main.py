# effect: zero
# packages without __init__.py; a subclass makes the inherited layer binary by a class attribute
import tensorflow as tf

from nets.models.classifier import Classifier


def blobs(count=16):
    centre = tf.constant([[1.0, 1.0, 0.0], [-1.0, 0.0, 1.0]])
    labels = tf.range(count) % 2
    noise = tf.random.stateless_normal((count, 3), seed=(3, 4), stddev=0.3)
    return tf.gather(centre, labels) + noise, labels


features, labels = blobs()
model = Classifier(inputs=3, hidden=5, classes=2)
for step in range(2):
    with tf.GradientTape() as tape:
        loss = model.loss(features, labels)
    gradients = tape.gradient(loss, model.trainable_variables)
    for variable, gradient in zip(model.trainable_variables, gradients):
        variable.assign_sub(0.1 * gradient)
    print(step, float(loss))
