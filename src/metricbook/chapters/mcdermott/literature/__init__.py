"""The room of the chapter "What the literature says"."""
