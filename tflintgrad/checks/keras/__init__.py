"""Layers and models of Keras: weights that are not trained, layers without effect."""
