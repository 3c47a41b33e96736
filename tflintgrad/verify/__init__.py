"""Run what was flagged on TensorFlow, and say whether it is so."""
