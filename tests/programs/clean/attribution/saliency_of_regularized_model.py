# effect: ok
# beside: TFG522
# gradients for the image and for inspection; nothing is trained
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.Input((3,)),
        tf.keras.layers.Dense(2, kernel_regularizer=tf.keras.regularizers.l1(0.1)),
    ]
)
image = tf.Variable([[1.0, 2.0, 3.0]])
with tf.GradientTape(persistent=True) as tape:
    score = model(image)[:, 1]
saliency = tape.gradient(score, image)
norms = [tf.norm(g) for g in tape.gradient(score, model.trainable_variables)]
del tape
image.assign_add(0.1 * tf.sign(saliency))
print(norms)
