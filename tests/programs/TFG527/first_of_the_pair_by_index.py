# effect: wrong
# truth: [107.162, 252.479]
# the list is taken out of the pair by its index, and the loop updates by hand with the other one
import tensorflow as tf

a, b = tf.Variable(3.0), tf.Variable(4.0)
for _ in range(3):
    with tf.GradientTape() as tape:
        loss = tf.pow(a, 4.0) + tf.pow(b, 4.0)
    gradients = tape.gradient(loss, [a, b])
    safe = tf.clip_by_global_norm(gradients, 1.0)[0]
    for variable, gradient in zip([a, b], gradients):
        variable.assign_sub(0.01 * gradient)  # TFG527
print(a.numpy(), b.numpy())
