# effect: ok
# beside: TFG520
# gradient accumulation done right, applied once per round
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.SGD(0.1)
variables = model.trainable_variables
data = [(tf.ones((2, 2)), tf.zeros((2, 1))), (tf.zeros((2, 2)), tf.ones((2, 1)))]
for epoch in range(2):
    total = [tf.zeros_like(v) for v in variables]
    for x, y in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x) - y)) / len(data)
        total = [t + g for t, g in zip(total, tape.gradient(loss, variables))]
    opt.apply_gradients(zip(total, variables))
