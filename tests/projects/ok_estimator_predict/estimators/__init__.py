from .logistic import LogisticRegression

__all__ = ["LogisticRegression"]
