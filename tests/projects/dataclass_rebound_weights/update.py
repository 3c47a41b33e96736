def descend(params, gradients, rate):
    """One step of gradient descent."""
    weight_gradient, bias_gradient = gradients
    params.weights = params.weights - rate * weight_gradient  # TFG401
    params.bias.assign_sub(rate * bias_gradient)
