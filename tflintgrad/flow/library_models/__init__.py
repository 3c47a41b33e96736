"""Library models: what TensorFlow, Keras, NumPy and Python's own functions do."""
