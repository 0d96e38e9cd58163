"""The room of the chapter "Hand's argument, and an answer"."""
