# effect: ok
# many-to-one network: the last output is what the loss needs
import tensorflow as tf

Wx, Wh, Wo = tf.Variable(0.5), tf.Variable(0.9), tf.Variable(2.0)


def classify(sequence):
    h = tf.zeros(())
    logit = None
    for x in sequence:
        h = tf.tanh(Wx * x + Wh * h)
        logit = Wo * h
    return logit


with tf.GradientTape() as tape:
    logit = classify([0.1, 0.2, 0.3])
    loss = tf.nn.sigmoid_cross_entropy_with_logits(labels=1.0, logits=logit)
print(tape.gradient(loss, [Wx, Wh, Wo]))
