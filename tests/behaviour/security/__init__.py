"""Tests of what a hostile repository can and cannot do."""
