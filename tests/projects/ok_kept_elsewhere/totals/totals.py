import tensorflow as tf


class Total:
    def __init__(self, **weights):
        self.weights = weights
        self.value = tf.constant(0.0)

    def add(self, name, term):
        self.value = self.value + self.weights.get(name, 1.0) * term


class Latest:
    value = None

    @classmethod
    def put(cls, value):
        cls.value = value


def merge(totals, name, term):
    totals[name] = totals[name] + term


def collect(terms, term):
    terms.append(term)
