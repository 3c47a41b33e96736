# effect: none
# project() puts a plain tensor where the variable was; the second epoch gets None
import tensorflow as tf


class Portfolio:
    def __init__(self, n):
        self.weights = tf.Variable(tf.fill([n], 1.0 / n))

    def expected_return(self, mu):
        return tf.tensordot(self.weights, mu, 1)

    def variance(self, sigma):
        return tf.tensordot(self.weights, tf.linalg.matvec(sigma, self.weights), 1)

    def project(self):
        positive = tf.nn.relu(self.weights)
        self.weights = positive / tf.reduce_sum(positive)  # TFG401


class Market:
    def __init__(self):
        self.mu = tf.constant([0.05, 0.1, 0.02])
        self.sigma = tf.linalg.diag(tf.constant([0.04, 0.09, 0.01]))


class Optimiser:
    def __init__(self, portfolio, market, risk_aversion=2.0, lr=0.1):
        self.portfolio = portfolio
        self.market = market
        self.risk_aversion = risk_aversion
        self.lr = lr

    def objective(self):
        reward = self.portfolio.expected_return(self.market.mu)
        risk = self.portfolio.variance(self.market.sigma)
        return self.risk_aversion * risk - reward

    def run(self, epochs):
        for epoch in range(epochs):
            with tf.GradientTape() as tape:
                loss = self.objective()
            grad = tape.gradient(loss, self.portfolio.weights)
            if grad is None:
                print("epoch", epoch, "no gradient")
                break
            self.portfolio.weights.assign_sub(self.lr * grad)
            self.portfolio.project()


Optimiser(Portfolio(3), Market()).run(3)
