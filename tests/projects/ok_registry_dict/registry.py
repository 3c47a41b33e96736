class Registry(dict):
    def register(self, name):
        def keep(function):
            self[name] = function
            return function

        return keep


LOSSES = Registry()


class Wrapping(Registry):
    """Not what is put there comes out again."""

    def __setitem__(self, name, function):
        super().__setitem__(name, lambda y, p: function(y, p) + 0.1 * abs(p - y))


class Replacing(Registry):
    def replace(self, name, function):
        super().__setitem__(name, function)


WRAPPED = Wrapping()
REPLACED = Replacing()
