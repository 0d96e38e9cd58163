"""The room of the chapter "Precision at the indistinguishability threshold"."""
