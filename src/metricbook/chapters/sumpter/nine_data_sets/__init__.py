"""The room of the chapter "Nine data sets"."""
