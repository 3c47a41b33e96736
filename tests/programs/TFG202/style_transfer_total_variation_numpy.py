# effect: wrong
# truth: [2.0, 4.0]
# one term of a sum of losses leaves TensorFlow: its share of the gradient is missing
import numpy as np
import tensorflow as tf


class StyleLoss:
    def __init__(self, content, weight):
        self.content = content
        self.weight = weight
        self.terms = [self.content_term, self.smooth_term]

    def content_term(self, image):
        return tf.reduce_sum(image * self.content)

    def smooth_term(self, image):
        return self.weight * np.sum(np.square(image))  # TFG202

    def __call__(self, image):
        return tf.add_n([term(image) for term in self.terms])


canvas = tf.Variable([0.5, 1.0])
objective = StyleLoss(tf.constant([1.0, 2.0]), weight=np.float32(1.0))
with tf.GradientTape() as tape:
    loss = objective(canvas)
print(tape.gradient(loss, canvas))
