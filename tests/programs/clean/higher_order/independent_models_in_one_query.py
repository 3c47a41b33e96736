# effect: ok
# two models that share nothing: each variable sees its own loss only
import tensorflow as tf

u, v = tf.Variable([1.0, 2.0]), tf.Variable(3.0)
with tf.GradientTape() as tape:
    loss_u = tf.reduce_sum(u**2)
    loss_v = v**3
grad_u, grad_v = tape.gradient([loss_u, loss_v], [u, v])
print(grad_u, grad_v)
