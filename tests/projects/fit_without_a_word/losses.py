from keras import ops


def pinball(truth, prediction, quantile=0.9):
    """Its minimum is the quantile."""
    error = truth - prediction
    return ops.mean(ops.maximum(quantile * error, (quantile - 1.0) * error), axis=-1)
