"""The room of the chapter "Where each score is on the Tile"."""
