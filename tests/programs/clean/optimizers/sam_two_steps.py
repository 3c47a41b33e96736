# effect: ok
# Sharpness-aware minimisation: perturb by assign_add, second tape, restore, then apply
import tensorflow as tf

tf.keras.utils.set_random_seed(85)


class SAMModel(tf.keras.Model):
    def __init__(self, net, rho=0.05):
        super().__init__()
        self.net, self.rho = net, rho

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = self.compute_loss(y=y, y_pred=self.net(x))
        variables = self.net.trainable_variables
        gradients = tape.gradient(loss, variables)
        scale = self.rho / (tf.linalg.global_norm(gradients) + 1e-12)
        e_ws = []
        for g, v in zip(gradients, variables):
            e_w = g * scale
            v.assign_add(e_w)
            e_ws.append(e_w)
        with tf.GradientTape() as tape:
            loss = self.compute_loss(y=y, y_pred=self.net(x))
        sam_gradients = tape.gradient(loss, variables)
        for v, e_w in zip(variables, e_ws):
            v.assign_sub(e_w)
        self.optimizer.apply_gradients(zip(sam_gradients, variables))
        return {"loss": loss}

    def call(self, x):
        return self.net(x)


m = SAMModel(tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)]))
m.compile(tf.keras.optimizers.SGD(0.1), loss="mse")
m.fit(tf.random.normal((8, 3)), tf.random.normal((8, 1)), epochs=1, verbose=0)
