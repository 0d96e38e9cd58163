"""The room of the chapter "LxCIM: the accuracy of a ranking by confidence"."""
