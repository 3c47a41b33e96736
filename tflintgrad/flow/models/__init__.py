"""What TensorFlow, Keras, NumPy and Python itself do: the meaning of calls we do not read."""
