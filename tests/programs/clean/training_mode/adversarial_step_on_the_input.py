# effect: ok
# beside: TFG528
# the image is changed, not the classifier: it has to compute as for inference
import tensorflow as tf

classifier = tf.keras.Sequential(
    [tf.keras.Input((3,)), tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(2)]
)
image = tf.Variable([[0.2, 0.5, 0.9]])
optimizer = tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    loss = tf.nn.sparse_softmax_cross_entropy_with_logits(tf.constant([1]), classifier(image))
gradient = tape.gradient(loss, image)
optimizer.apply_gradients([(gradient, image)])
print(gradient)
