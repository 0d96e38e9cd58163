"""The room of the chapter "AUDRC: the neighbour of LxCIM"."""
