"""The room of the chapter "What Table 1 measures"."""
