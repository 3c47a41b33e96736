# effect: none
# hyper-parameters live in a dict, one of them as an integer
import tensorflow as tf

config = {"depth": 3, "lr": 0.1}
params = {k: tf.Variable(v) for k, v in config.items()}  # TFG304


def cost(p):
    return tf.cast(p["depth"], tf.float32) ** 2 * p["lr"]


with tf.GradientTape() as tape:
    c = cost(params)
print(tape.gradient(c, params["depth"]))
