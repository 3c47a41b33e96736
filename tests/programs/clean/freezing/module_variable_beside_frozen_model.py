# effect: ok
# beside: TFG808
# the backbone is frozen, the temperature on top of it is a variable of the model
import tensorflow as tf


class Calibrated(tf.keras.Model):
    def __init__(self, backbone):
        super().__init__()
        self.backbone = backbone
        self.backbone.trainable = False
        self.temperature = self.add_weight(shape=(), initializer="ones", name="temperature")

    def call(self, inputs):
        return self.backbone(inputs) / self.temperature


backbone = tf.keras.Sequential([tf.keras.layers.Input((3,)), tf.keras.layers.Dense(2)])
model = Calibrated(backbone)
inputs = tf.random.normal((4, 3))
with tf.GradientTape() as tape:
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits([0, 1, 1, 0], model(inputs))
    loss = tf.reduce_mean(losses)
print(tape.gradient(loss, model.trainable_variables))
