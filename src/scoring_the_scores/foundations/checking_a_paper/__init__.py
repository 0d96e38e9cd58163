"""The room of the chapter "How to check a paper"."""
