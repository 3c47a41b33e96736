"""Ways to write `loss_fn`; `{cut}` cuts the prediction `p`."""

from __future__ import annotations

LOSSES = {
    "mean_square": """
def loss_fn(y, p):
    {cut}
    return tf.reduce_mean(tf.square(y - p))
""",
    "operators": """
def loss_fn(y, p):
    {cut}
    error = p - y
    return tf.reduce_mean(error ** 2)
""",
    "loss_object": """
mse = keras.losses.MeanSquaredError()


def loss_fn(y, p):
    {cut}
    return mse(y, p)
""",
    "loss_function": """
def loss_fn(y_true, p):
    {cut}
    return tf.reduce_mean(keras.losses.mean_absolute_error(y_true, p))
""",
    "loss_class": """
class Quadratic(keras.losses.Loss):
    def call(self, y, p):
        {cut}
        return tf.reduce_mean(tf.math.squared_difference(y, p), axis=-1)


loss_fn = Quadratic()
""",
    "two_helpers": """
def difference(y, p):
    {cut}
    return y - p


def loss_fn(y, p):
    return tf.reduce_mean(tf.math.log(tf.cosh(difference(y, p))))
""",
    "logits": """
def loss_fn(y, p):
    {cut}
    labels = tf.sigmoid(y)
    return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=p))
""",
    "huber": """
def loss_fn(y, p, delta=1.0):
    {cut}
    error = tf.abs(y - p)
    return tf.reduce_mean(tf.where(error < delta, 0.5 * error * error, delta * error - 0.5))
""",
    "partial": """
def weighted(weight, y, p):
    {cut}
    return weight * tf.reduce_mean(tf.square(y - p))


loss_fn = functools.partial(weighted, 0.5)
""",
    "factory": """
def make_loss(scale):
    def inner(y, p):
        {cut}
        return tf.reduce_sum(tf.square(y - p)) / scale

    return inner


loss_fn = make_loss(8.0)
""",
    "terms_in_a_dict": """
def loss_fn(y, p):
    {cut}
    terms = {"data": tf.reduce_mean(tf.square(y - p)), "size": tf.reduce_mean(tf.square(p))}
    return terms["data"] + 0.01 * terms["size"]
""",
}
