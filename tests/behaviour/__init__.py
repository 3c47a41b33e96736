"""Tests of the behaviour that users see: the command line, the library, the server."""
