# effect: ok
# beside: TFG808
# all layers but the last are frozen, then (as many as a number says) all but two
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.Input((2,)),
        *(tf.keras.layers.Dense(width) for width in (3, 4)),
        tf.keras.layers.Dense(1),
    ]
)
smaller = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(3), tf.keras.layers.Dense(1)]
)
for layer in smaller.layers[:-1]:
    layer.trainable = False
kept = len(model.layers) - 2
for layer in model.layers[:kept]:
    layer.trainable = False
for trained in (model, smaller):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(trained(tf.ones((2, 2))) ** 2)
    print(tape.gradient(loss, trained.trainable_variables))
