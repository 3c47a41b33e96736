import tensorflow as tf

insulation = tf.Variable(1.5, name="insulation")
heating = tf.Variable(2.0, name="heating")


def loss_of_heat(inside, outside):
    return (inside - outside) / (1.0 + tf.nn.softplus(insulation))
