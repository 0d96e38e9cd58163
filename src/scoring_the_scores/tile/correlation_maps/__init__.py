"""The room of the chapter "Correlation maps: what a score is like"."""
