def freeze(model):
    for layer in model.layers:
        layer.trainable = False


def thaw_last(model, count):
    for layer in model.layers[-count:]:
        layer.trainable = True
