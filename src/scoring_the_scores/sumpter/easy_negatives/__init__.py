"""The room of the chapter "Easy negatives"."""
