# effect: none
# Keras asks the model's own compute_loss, which rounds
import tensorflow as tf
from counter import Counter

x, y = tf.random.normal((8, 2)), tf.ones((8, 1))
model = Counter()
model.compile(optimizer="sgd")
model.fit(x, y, epochs=1, verbose=0)
