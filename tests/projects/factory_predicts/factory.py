from networks import make_network
from scorers import BatchedScorer, DirectScorer


def scorer_class(batched):
    """Batches need less memory."""
    if batched:
        return BatchedScorer
    return DirectScorer


def build_scorer(size, batched=False):
    cls = scorer_class(batched)
    return cls(make_network(size))
