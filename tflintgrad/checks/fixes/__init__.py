"""Fixes: what each rule's mistake is replaced with, as edits on the exact tree of the file.

A fixer is a function under `@fixer("name-of-the-rule")`. It gets a problem and a `Codemod`, records
edits, and returns nothing; it raises `NoFix` where it cannot be sure. The words of the fix and the
code that it writes stand in the front matter of the rule's page (`[codemod]`).
"""
