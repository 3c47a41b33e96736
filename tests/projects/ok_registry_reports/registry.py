TABLE = {}


def register(name):
    def add(function):
        TABLE[name] = function
        return function

    return add
