# effect: none
# a generator of floats is summed: the total is no tensor any more
import tensorflow as tf

nets = [tf.Variable([1.0, 2.0]), tf.Variable([3.0, 4.0])]


@tf.autograph.experimental.do_not_convert
def l2(variables):
    return sum(float(tf.nn.l2_loss(v)) for v in variables)  # TFG203


with tf.GradientTape() as tape:
    penalty = 0.01 * l2(nets)
    loss = tf.convert_to_tensor(penalty)
print(tape.gradient(loss, nets))
