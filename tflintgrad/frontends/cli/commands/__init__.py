"""The commands: a module of this package is the command of its name, and there is no list of them.

Each declares a `command` with its arguments and help; what it does is imported when it runs, so
that the program starts quickly.
"""
