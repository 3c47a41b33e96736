# effect: ok
# float() of a hyperparameter variable that nobody differentiates
import tensorflow as tf

beta = tf.Variable(0.5, trainable=False)
w = tf.Variable([1.0, 2.0])
for step in range(2):
    beta.assign(min(1.0, 0.5 + 0.1 * step))
    with tf.GradientTape() as tape:
        loss = float(beta) * tf.reduce_sum(w**2) + beta.numpy() * w[0]
    grads = tape.gradient(loss, w)
print(grads)
