# effect: none
# the matrix factorisation's own scores are ranked and the ranks are the loss
import tensorflow as tf


class MatrixFactorisation(tf.Module):
    def __init__(self, users, items, rank, seed=0):
        super().__init__()
        g = tf.random.Generator.from_seed(seed)
        self.user_factors = tf.Variable(g.normal([users, rank]))
        self.item_factors = tf.Variable(g.normal([items, rank]))

    def scores(self, user_ids):
        return tf.gather(self.user_factors, user_ids) @ tf.transpose(self.item_factors)


class MeanRankLoss:
    """Average position of the clicked item in the sorted list."""

    def __init__(self, normalise=True):
        self.normalise = normalise

    def positions(self, scores, clicked):
        own = tf.gather(scores, clicked, batch_dims=1)
        better = tf.math.greater(scores, own[:, None])  # TFG306
        return tf.reduce_sum(tf.cast(better, tf.float32), axis=1)

    def __call__(self, scores, clicked):
        ranks = self.positions(scores, clicked)
        if self.normalise:
            ranks = ranks / tf.cast(tf.shape(scores)[1], tf.float32)
        return tf.reduce_mean(ranks)


class Trainer:
    def __init__(self, model, loss, lr):
        self.model, self.loss, self.lr = model, loss, lr

    def epoch(self, batches):
        for users, clicked in batches:
            with tf.GradientTape() as tape:
                value = self.loss(self.model.scores(users), clicked)
            grads = tape.gradient(value, self.model.trainable_variables)
            for g, v in zip(grads, self.model.trainable_variables):
                if g is not None:
                    v.assign_sub(self.lr * g)
        return float(value)


batches = [(tf.constant([0, 1]), tf.constant([2, 0])), (tf.constant([2]), tf.constant([1]))]
print(Trainer(MatrixFactorisation(3, 4, 2), MeanRankLoss(), 0.1).epoch(batches))
