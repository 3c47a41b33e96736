# effect: ok
# beside: TFG806
# a mixture of experts that may have one expert: the gate is constant then, but the experts learn
import tensorflow as tf

experts = tf.keras.layers.Dense(1)
x = tf.random.normal((4, 3), seed=1)
with tf.GradientTape() as tape:
    outputs = experts(x)
    gate = tf.nn.softmax(outputs)
    loss = tf.reduce_mean(tf.square(gate * outputs - 1.0))
gradients = tape.gradient(loss, experts.trainable_variables)
