"""Traces of `tf.function`: what they freeze, and variables that become tensors in them."""
