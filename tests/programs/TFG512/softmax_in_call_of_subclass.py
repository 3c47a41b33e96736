# effect: wrong
# truth: [-0.0858992, 0.0626108, 0.0232884, 0, 0.118434, 0.0194276, -0.137862, 0, -0.198947, 0.296086, -0.0971382, 0, 0.0437968, 0.0936309, -0.137428, 0.0437968, 0.0936309, -0.137428, 0.0437968, 0.0936309, -0.137428, 0.0437968, 0.0936309, -0.137428, -0.166667, 0.333333, -0.166667]
# the model returns probabilities, the loss of its training loop wants logits
import tensorflow as tf


class Classifier(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(4, activation="tanh", kernel_initializer="ones")
        self.scores = tf.keras.layers.Dense(3, kernel_initializer="identity")

    def call(self, inputs):
        return tf.nn.softmax(self.scores(self.hidden(inputs)))


model = Classifier()
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
images = tf.constant([[0.1, 0.4], [0.3, -0.2]])
classes = tf.constant([2, 0])


def train(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))  # TFG512
    return tape.gradient(loss, model.trainable_variables)


print(train(images, classes))
