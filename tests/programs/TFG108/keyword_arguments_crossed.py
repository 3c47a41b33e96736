# effect: none
# target and sources are named, and named the wrong way round
import tensorflow as tf


class LogisticRegression:
    def __init__(self, n_features, lr=0.5):
        self.w = tf.Variable(tf.zeros([n_features, 1]))
        self.b = tf.Variable(tf.zeros([1]))
        self.lr = lr

    def predict_logits(self, x):
        return tf.matmul(x, self.w) + self.b

    def step(self, x, y):
        with tf.GradientTape() as tape:
            logits = self.predict_logits(x)
            loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits))
        grad_w = tape.gradient(sources=loss, target=self.w)  # TFG108
        if grad_w is not None:
            self.w.assign_sub(self.lr * grad_w)
        return loss


clf = LogisticRegression(2)
x = tf.constant([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
y = tf.constant([[0.0], [1.0], [1.0]])
for _ in range(3):
    print(float(clf.step(x, y)))
