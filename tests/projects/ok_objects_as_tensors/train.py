# effect: ok
# an object of one of two classes stands for a tensor, and scales another one
import tensorflow as tf

from scaling.scales import Plain, Squared, gradients

for scale in (Plain(2.0), Squared(3.0)):
    print(gradients(scale, tf.constant([1.0, 2.0])))
