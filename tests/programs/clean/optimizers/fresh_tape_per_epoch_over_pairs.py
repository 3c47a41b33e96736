# effect: ok
# beside: TFG115
# inner loop over pairs, outer loop over epochs with a fresh tape
import tensorflow as tf

ws = [tf.Variable(2.0), tf.Variable(3.0)]
for epoch in range(2):
    with tf.GradientTape() as tape:
        loss = (ws[0] * ws[1] - 1.0) ** 2
    pairs = list(zip(tape.gradient(loss, ws), ws))
    for g, w in pairs:
        w.assign_sub(0.01 * g)
