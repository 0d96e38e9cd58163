"""The room of the chapter "AUC as an expected loss"."""
