"""Switch to graphs, as the rest of the program expects."""

import tensorflow as tf

tf.compat.v1.disable_eager_execution()
