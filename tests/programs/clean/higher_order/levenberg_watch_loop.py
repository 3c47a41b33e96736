# effect: ok
# Jacobian of residuals for a list of watched tensors, update by least squares
import tensorflow as tf


def values_and_jacobian(residuals, variables):
    with tf.GradientTape(watch_accessed_variables=False, persistent=True) as tape:
        for variable in variables:
            tape.watch(variable)
        values = tf.concat([tf.reshape(r(*variables), (-1,)) for r in residuals], axis=-1)
    jacobians = tape.jacobian(values, variables)
    del tape
    return values[:, None], tf.concat([tf.reshape(j, (tf.shape(j)[0], -1)) for j in jacobians], -1)


def minimize(residuals, variables, steps=3, regularizer=1e-6):
    variables = [tf.convert_to_tensor(v) for v in variables]
    objective = None
    for _ in range(steps):
        values, jacobian = values_and_jacobian(residuals, variables)
        update = tf.linalg.lstsq(jacobian, values, l2_regularizer=regularizer)
        sizes = [tf.size(v) for v in variables]
        updates = tf.split(tf.squeeze(update, -1), [int(s) for s in sizes])
        new = [v - tf.reshape(u, tf.shape(v)) for v, u in zip(variables, updates)]
        objective = tf.add_n([tf.nn.l2_loss(r(*new)) for r in residuals])
        variables = new
    return objective, variables


obj, (a, b) = minimize(
    [lambda a, b: a * b - 2.0, lambda a, b: a + b - 3.0], (tf.constant([1.5]), tf.constant([0.5]))
)
print(float(obj), a.numpy(), b.numpy())
