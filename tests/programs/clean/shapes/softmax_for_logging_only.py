# effect: ok
# beside: TFG311, TFG512, TFG806
# the constant softmax is printed, and no loss depends on it
import tensorflow as tf

head = tf.keras.layers.Dense(1)
x = tf.random.normal((4, 3), seed=1)
with tf.GradientTape() as tape:
    logits = head(x)
    probability = tf.nn.softmax(logits)
    loss = tf.reduce_mean(tf.square(logits - 1.0))
print(float(tf.reduce_mean(probability)))
gradients = tape.gradient(loss, head.trainable_variables)
