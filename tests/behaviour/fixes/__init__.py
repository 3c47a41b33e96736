"""Tests of fixes: on the pages of the rules, and on all programs."""
