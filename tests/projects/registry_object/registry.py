class Registry:
    def __init__(self):
        self._makers = {}

    def register(self, name):
        def keep(maker):
            self._makers[name] = maker
            return maker

        return keep

    def build(self, name):
        return self._makers[name]()


LOSSES = Registry()
