# effect: error
# raises: ValueError
# cross validation makes a new model for each fold and keeps the optimizer
import tensorflow as tf

optimizer = tf.keras.optimizers.SGD(0.1, momentum=0.9)
for fold in range(3):
    model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(tf.ones((4, 2))) - 1.0))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))  # TFG812
