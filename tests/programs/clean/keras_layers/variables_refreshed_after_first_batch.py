# effect: ok
# the first read is only printed; the one that counts comes after the first batch
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2), tf.keras.layers.Dense(1)])
print("weights before the first batch:", len(model.trainable_variables))
variables = []
for batch in (tf.ones((2, 3)), tf.zeros((2, 3))):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(batch) - 1.0))
    variables = variables or model.trainable_variables
    for v, g in zip(variables, tape.gradient(loss, variables)):
        v.assign_sub(0.1 * g)
print(len(variables))
