# effect: ok
# beside: TFG512, TFG806
# a mixture of expert logits, weighted by probabilities
import tensorflow as tf

gate = tf.keras.layers.Dense(2, activation="softmax")
experts = [tf.keras.layers.Dense(3) for _ in range(2)]
x = tf.constant([[0.4, 0.1], [0.2, 0.9]])
with tf.GradientTape() as tape:
    weights = gate(x)
    logits = sum(weights[:, i : i + 1] * experts[i](x) for i in range(2))
    loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[0, 2], logits=logits)
print(tape.gradient(loss, gate.trainable_variables))
