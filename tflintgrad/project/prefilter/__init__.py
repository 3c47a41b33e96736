"""What the bytes of a file tell before it is parsed: may it issue a gradient query?"""
