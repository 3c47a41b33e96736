from .methods import gradient_times_input, saliency

METHODS = {
    "saliency": saliency,
    "gradient_times_input": gradient_times_input,
}
