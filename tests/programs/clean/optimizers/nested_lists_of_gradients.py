# effect: ok
# beside: TFG519
# two source lists in one query come back in the same structure
import tensorflow as tf

actor = [tf.Variable([0.1, 0.2]), tf.Variable(0.0)]
critic = [tf.Variable([0.3, -0.2]), tf.Variable(0.1)]
obs = tf.constant([1.0, 2.0])
sgd_a, sgd_c = tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    score = tf.tensordot(obs, actor[0], 1) + actor[1]
    worth = tf.tensordot(obs, critic[0], 1) + critic[1]
    loss = tf.square(worth - 1.0) - tf.sigmoid(score)
grads_actor, grads_critic = tape.gradient(loss, [actor, critic])
sgd_c.apply_gradients(zip(grads_critic, critic))
sgd_a.apply_gradients(zip(grads_actor, actor))
print(actor[1].numpy(), critic[1].numpy())
