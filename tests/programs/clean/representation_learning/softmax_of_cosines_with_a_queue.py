# effect: ok
# beside: TFG603
# the logits are cosines over a temperature, so no probability underflows
import tensorflow as tf

tf.random.set_seed(1)
encoder = tf.keras.Sequential([tf.keras.Input((6,)), tf.keras.layers.Dense(4)])
queue = tf.Variable(tf.math.l2_normalize(tf.random.normal((16, 4)), axis=1), trainable=False)
keys = tf.math.l2_normalize(tf.random.normal((8, 4)), axis=1)
x = tf.random.normal((8, 6))

with tf.GradientTape() as tape:
    codes = tf.math.l2_normalize(encoder(x), axis=1)
    positive = tf.reduce_sum(codes * keys, axis=1, keepdims=True)
    negative = tf.matmul(codes, tf.transpose(queue))
    logits = tf.concat([positive, negative], axis=1)
    loss = -tf.reduce_mean(tf.math.log(tf.nn.softmax(logits / 0.07)[:, 0]))

print(tape.gradient(loss, encoder.trainable_variables))
