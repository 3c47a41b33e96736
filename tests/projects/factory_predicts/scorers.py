class DirectScorer:
    def __init__(self, network):
        self.network = network

    def score(self, features):
        return self.network(features)


class BatchedScorer(DirectScorer):
    """For inputs that do not fit into memory at once."""

    batch_size = 4

    def score(self, features):
        return self.network.predict(features, batch_size=self.batch_size, verbose=0)  # TFG206
