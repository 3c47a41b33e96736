# effect: nan
# |a|² - 2ab + |b|² is zero on the diagonal
import tensorflow as tf


class TripletMiner(tf.Module):
    def __init__(self):
        super().__init__()
        self.embeddings = tf.Variable([[1.0, 0.0], [0.0, 2.0], [3.0, 4.0]])

    def distances(self):
        products = tf.matmul(self.embeddings, tf.transpose(self.embeddings))
        squares = tf.linalg.diag_part(products)
        squared = tf.expand_dims(squares, 1) - 2.0 * products + tf.expand_dims(squares, 0)
        return tf.sqrt(tf.maximum(squared, 0.0))  # TFG602


miner = TripletMiner()
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(miner.distances())
print(tape.gradient(loss, miner.embeddings))
