class Registry(dict):
    def register(self, name):
        def keep(function):
            self[name] = function
            return function

        return keep


LOSSES = Registry()
